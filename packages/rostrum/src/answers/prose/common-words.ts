import { stemOf } from "./stem.ts";

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words without content. */
export const stopWords: ReadonlySet<string> =
  listOf(`a an the and or but nor so yet if then else than as at by for from in into
  of off on onto out over to up with within without about against between among during before after above below under
  again further once here there where when why how what which who whom whose this that these those i me my mine myself
  we us our ours you your yours he him his himself she her hers herself it its itself they them their theirs be am is are
  was were been being have has had having do does did doing done will would shall should can could may might must
  not no nor only own same too very just also however therefore thus hence while because since until although though
  both each few more most other another some such any all every either neither s t d ll m re ve don doesn didn isn wasn
  dont doesnt didnt isnt wasnt arent werent wont wouldnt shouldnt cant couldnt hasnt havent hadnt aint
  aren weren won couldn wouldn shouldn hasn haven hadn ain let one ones 1 de la le el ok well yes etc eg ie vs via per
  upon toward towards across along around near now ever even still already often usually typically generally commonly
  mainly primarily mostly perhaps maybe likely probably certainly actually really simply approximately roughly nearly
  almost exactly precisely currently originally officially specifically particularly especially widely
  です は の が を に か と で も た だ ます ました した する いる ある 是 的 在 了 有 和 这 那 吗`);

/** Words with which replies tell about anything: they say little about whether two answers are one. */
const fillerWords: ReadonlySet<string> =
  listOf(`known call called name named refer referred referring include included
  including located based set made make making use used using find found give given take took taken come came become
  became begin began start started appear appeared feature featured consider considered believe believed associate
  associated credit credited provide provided play played perform performed portray portrayed write written sing sung
  release released record recorded publish published produce produced create created develop developed establish
  established introduce introduced direct directed compose composed hold held serve served lead led win won bear born
  die died live lived say said stand mean means meaning term word phrase title titled full form example case fact
  answer question information source sources according date time year years day days month century period era age
  place location area region part parts city town country state nation world person people man men woman women character
  actor actress singer songwriter writer author artist band group team member members player company organization film
  movie show television tv series season episode song album single music book novel story play musical game role voice
  original first last second third final main major former current modern new old late early popular famous notable
  important significant official various several many different specific certain number total type kind variety way
  thing things lot system process version work works history american british english language context following fictional`);

export const fillerStems: ReadonlySet<string> = new Set([...fillerWords].map(stemOf));
