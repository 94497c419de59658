export { jury, type JuryConfig, type JuryContext, type JuryVerdict } from "./jury.ts";
export {
  PanelProvider,
  type PanelProviderOptions,
  type PanelResponse,
  type PromptfooTokens,
} from "./panel-provider.ts";
