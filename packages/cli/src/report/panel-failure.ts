import {
  describeNetworkError,
  listKeyVariables,
  parseModelId,
  providers,
} from "@rostrum/runtime/registry";
import type { Position } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { omitUndefined, PanelFailedError, toOneLine } from "@rostrum/core/support";
import {
  adviseAddress,
  findAddress,
  findAddressVariable,
  locateProvider,
} from "../discovery/available-models.ts";
import { UserError } from "../user-error.ts";

/**
 * Explains why nobody in a panel replied, if all members failed for the same reason: the reason first, with the
 * provider, its address and its variables. Null for other errors.
 */
export function explainPanelFailure(
  error: unknown,
  { started, result }: DebateRecord,
): UserError | null {
  const positions = result.rounds[0]?.positions ?? [];
  const [first] = positions;
  if (!(error instanceof PanelFailedError) || first?.error === undefined) return null;
  if (!positions.every((each) => each.status === "failed" && each.error === first.error))
    return null;
  const outcome = `none of the ${positions.length} members replied`;
  const errorText = toOneLine(first.error);
  const doctor = "To check keys and addresses: rostrum doctor";
  const models = started?.panel.map(({ model }) => model) ?? [];
  const provider = findOnlyProvider(models);
  if (provider === null) {
    // `rostrum doctor` doesn't check servers that a flag gave by address.
    const hints = models.every((model) => model.startsWith("compat:")) ? [] : [doctor];
    return new UserError(`${outcome}: ${errorText}`, hints, { cause: error });
  }
  const { problem, hints } = describeProblem(provider, first.errorCode, errorText);
  const message = `${locate(provider)}: ${problem}, so ${outcome}`;
  return new UserError(message, [...hints, doctor], { cause: error });
}

/** Name of the provider that all models come from. Null when there are several, or one that isn't in the registry. */
function findOnlyProvider(models: readonly string[]): string | null {
  const names = new Set(models.map(readProvider));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

function readProvider(model: string): string | null {
  try {
    const { provider, url } = parseModelId(model, "model");
    return url === undefined && Object.hasOwn(providers, provider) ? provider : null;
  } catch {
    // A function, a program or a person.
    return null;
  }
}

function locate(name: string): string {
  const title = providers[name]?.title ?? name;
  return locateProvider({ title, ...omitUndefined({ address: findAddress(name) }) });
}

function describeProblem(
  provider: string,
  code: Position["errorCode"],
  errorText: string,
): { problem: string; hints: string[] } {
  if (code === "401" || code === "403") {
    const variables = listKeyVariables({ provider, model: "" });
    const variable = variables.find((name) => process.env[name]);
    const key = variable === undefined ? "the key" : `the key in ${variable}`;
    return { problem: `${key} was refused (status ${code})`, hints: [`It said: ${errorText}`] };
  }
  if (code !== "unreachable") return { problem: errorText, hints: [] };
  const [, reason = errorText] =
    /^Cannot connect to API: (.*?)(?: \(calling .*\))?$/.exec(errorText) ?? [];
  const cause = Object.assign(new Error(reason), { code: /\bE[A-Z_]{4,}\b/.exec(reason)?.[0] });
  const advice = adviseAddress(findAddressVariable(provider));
  return { problem: describeNetworkError(cause), hints: advice === "" ? [] : [advice] };
}
