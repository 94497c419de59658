/** A hosting agreement of twenty pages, put together from its articles. Written for this example. */

interface Article {
  title: string;
  /** What the article is about, for the clauses that every article has. */
  subject: string;
  /** The clauses that only this article has. */
  clauses: readonly string[];
}

const ARTICLES: readonly Article[] = [
  {
    title: "Definitions",
    subject: "the terms defined in this Agreement",
    clauses: [
      "“Platform” means the hosting environment described in Schedule A, including its storage, its network and its administration console.",
      "“Customer Data” means all data that the Customer, or a person acting for the Customer, places on the Platform.",
      "“Business Day” means a day on which banks are open at the Provider’s registered seat.",
    ],
  },
  {
    title: "Services",
    subject: "the Services",
    clauses: [
      "The Provider shall operate the Platform for the Customer and shall keep it available as set out in Schedule B.",
      "The Provider may use subcontractors for parts of the Services and remains responsible for their work as for its own.",
    ],
  },
  {
    title: "Service levels",
    subject: "the service levels",
    clauses: [
      "The Platform shall be available for 99.9% of each calendar month, announced maintenance excluded.",
      "For each full hour by which availability falls short, the Customer receives a credit of 2% of the monthly fee, up to 25% of that fee.",
      "Service credits are the Customer’s sole remedy for a failure to meet the service levels, except in the cases of Article 14.",
    ],
  },
  {
    title: "Customer’s duties",
    subject: "the Customer’s duties",
    clauses: [
      "The Customer shall keep its access credentials secret and shall tell the Provider without delay if they may have been lost.",
      "The Customer shall make its own backups of data that it could not bear to lose.",
    ],
  },
  {
    title: "Fees",
    subject: "the fees",
    clauses: [
      "The monthly fee is due within 30 days of the invoice.",
      "The Provider may raise the fees once per calendar year by no more than the rise in consumer prices, with 60 days’ notice.",
    ],
  },
  {
    title: "Taxes",
    subject: "taxes",
    clauses: ["All fees are stated without value added tax, which the Customer pays in addition."],
  },
  {
    title: "Late payment",
    subject: "late payment",
    clauses: [
      "Overdue amounts bear interest at eight percentage points above the base rate.",
      "The Provider may suspend the Services if an undisputed invoice is overdue for more than 45 days and the Customer has been warned in writing.",
    ],
  },
  {
    title: "Term",
    subject: "the term",
    clauses: [
      "This Agreement runs for an initial term of thirty-six months from the Effective Date.",
      "It is renewed for successive periods of twelve months unless a party gives notice of non-renewal at least ninety (90) days before the end of the running period.",
    ],
  },
  {
    title: "Termination",
    subject: "termination",
    clauses: [
      "Either party may terminate this Agreement for material breach if the breach is not cured within 30 days of written notice.",
      "The Customer may terminate for convenience after the first twelve months, with six months’ notice and against payment of 40% of the fees for the remainder of the initial term.",
    ],
  },
  {
    title: "Exit",
    subject: "the exit",
    clauses: [
      "For 60 days after the end of this Agreement the Provider shall make Customer Data available for download in a common format.",
      "After that period the Provider shall delete Customer Data and confirm the deletion in writing.",
    ],
  },
  {
    title: "Data protection",
    subject: "data protection",
    clauses: [
      "The Provider processes personal data only on the Customer’s documented instructions.",
      "The Provider shall notify the Customer of a personal data breach within 48 hours of becoming aware of it.",
    ],
  },
  {
    title: "Security",
    subject: "security",
    clauses: [
      "The Provider shall maintain the technical and organisational measures of Schedule C and may replace a measure by one that is at least as effective.",
    ],
  },
  {
    title: "Warranties",
    subject: "the warranties",
    clauses: [
      "The Provider warrants that the Services will be performed with reasonable skill and care.",
      "Except as stated in this Article, the Services are provided without warranties of any kind.",
    ],
  },
  {
    title: "Liability",
    subject: "liability",
    clauses: [
      "The Provider’s total liability in a contract year is limited to the fees paid in the six months before the event that gave rise to the claim.",
      "Neither party is liable for loss of profit, loss of data or indirect damage.",
      "Nothing in this Agreement limits liability for intent, gross negligence, or injury to life, body or health.",
    ],
  },
  {
    title: "Indemnity",
    subject: "the indemnities",
    clauses: [
      "The Provider shall indemnify the Customer against third-party claims that the Platform infringes intellectual property rights.",
      "The Customer shall indemnify the Provider against third-party claims arising from Customer Data.",
    ],
  },
  {
    title: "Insurance",
    subject: "insurance",
    clauses: [
      "The Provider shall carry professional liability insurance of at least two million euros per event.",
    ],
  },
  {
    title: "Confidentiality",
    subject: "confidentiality",
    clauses: [
      "Each party shall keep the other’s confidential information secret for five years beyond the end of this Agreement.",
    ],
  },
  {
    title: "Audit",
    subject: "audits",
    clauses: [
      "The Customer may audit the Provider once per year, on 30 days’ notice and at its own cost.",
    ],
  },
  {
    title: "Changes to the Services",
    subject: "changes",
    clauses: [
      "The Provider may change the Services if the change does not materially reduce their functions, and shall announce it 30 days ahead.",
    ],
  },
  {
    title: "Force majeure",
    subject: "force majeure",
    clauses: [
      "A party is not in breach for as long as an event beyond its reasonable control prevents performance. After 60 days of such an event either party may terminate.",
    ],
  },
  {
    title: "Assignment",
    subject: "assignment",
    clauses: [
      "Neither party may assign this Agreement without the other’s consent, except to an affiliate or to a buyer of substantially all of its business.",
    ],
  },
  {
    title: "Notices",
    subject: "notices",
    clauses: [
      "Notices are in writing and take effect when received. E-mail suffices, except for notices of termination, which need a signed letter.",
    ],
  },
  {
    title: "Disputes",
    subject: "disputes",
    clauses: [
      "The parties shall first seek to settle a dispute between their managers within 20 Business Days.",
      "The courts at the Provider’s registered seat have jurisdiction.",
    ],
  },
  {
    title: "Final provisions",
    subject: "the final provisions",
    clauses: [
      "Changes to this Agreement, including to this clause, need written form.",
      "If a provision is invalid, the rest of this Agreement stays in force.",
    ],
  },
];

/** What long contracts say in every article. */
const COMMON: readonly ((subject: string) => string)[] = [
  (subject) =>
    `The provisions on ${subject} apply from the Effective Date and, as far as they are meant to, continue to apply after the end of this Agreement. They bind the parties’ successors and permitted assigns, and a reference to a party includes the persons who act on its behalf within the scope of their authority.`,
  (subject) =>
    `Each party shall name a contact for questions about ${subject} and shall tell the other of any change of that contact within ten Business Days. Statements of the contact bind the party for which it acts only where they are confirmed in writing, unless this Agreement provides otherwise.`,
  (subject) =>
    `If a schedule conflicts with this Article as regards ${subject}, this Article prevails, unless the schedule states expressly that it is meant to depart from it. General terms of either party that deal with ${subject} do not become part of this Agreement, even if an order, invoice or confirmation refers to them.`,
  (subject) =>
    `A failure or delay in exercising a right under the provisions on ${subject} is not a waiver of that right. A waiver is effective only in writing and only for the case for which it is given. A single or partial exercise of a right does not exclude its further exercise, nor the exercise of another right.`,
  (subject) =>
    `The parties shall review the provisions on ${subject} once in each contract year. The review obliges neither party to agree to a change, and until a change has been agreed in writing the provisions continue to apply as they stand. Each party bears its own cost of the review.`,
  (subject) =>
    `Costs that a party incurs in connection with ${subject} are borne by that party, unless this Agreement assigns them to the other. Where costs are to be reimbursed, only reasonable costs that are documented by invoices are reimbursed, within thirty days of receipt of those invoices.`,
  (subject) =>
    `Headings are for convenience only and do not affect the reading of the provisions on ${subject}. Words in the singular include the plural, “including” means “including without limitation”, and a reference to a statute is a reference to it as amended from time to time. A period that would end on a day that is not a Business Day ends on the next Business Day.`,
  (subject) =>
    `The parties shall keep records of what they do under the provisions on ${subject} for at least three years and shall show them to each other on reasonable request, as far as the law and their duties towards third parties permit. The duty to keep records does not extend to drafts, internal notes and correspondence with legal advisers.`,
];

/** About 3,000 characters stand on a page. */
export const CHARACTERS_PER_PAGE = 3000;

export const AGREEMENT: string = [
  "HOSTING AGREEMENT\n\nbetween Norrfeld Hosting GmbH (the “Provider”) and Larkspur Foods Ltd (the “Customer”)",
  ...ARTICLES.map(({ title, subject, clauses }, article) =>
    [
      `Article ${article + 1}. ${title}`,
      ...[...clauses, ...COMMON.map((clause) => clause(subject))].map(
        (clause, index) => `${article + 1}.${index + 1} ${clause}`,
      ),
    ].join("\n\n"),
  ),
].join("\n\n\n");
