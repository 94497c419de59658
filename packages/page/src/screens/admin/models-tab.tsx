import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import {
  formatCount,
  formatDuration,
  formatDateTime,
  formatNumber,
  formatPercent,
} from "@rostrum/core/export";
import {
  type AdminHealth,
  type AdminModel,
  type AdminProvider,
  getHealth,
  type LastFailure,
  type ModelState,
} from "../../api/admin.ts";
import { listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { titleRun } from "../../record/describe-run.ts";
import { formatModel } from "../../record/format-model.ts";
import { keepUnits } from "../../text/keep-units.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";
import { buildRunQuery } from "../runs/build-run-query.ts";
import { AdminPart, Figure, WhenLoaded } from "./admin-part.tsx";
import { useRefreshed } from "./use-refreshed.ts";

const FAILED_SHOWN = 5;
const DAYS = 7;

/** Health of models and providers, and failed debates. */
export function ModelsTab(): VNode {
  const health = useRefreshed(getHealth, "health");
  return (
    <>
      <WhenLoaded from={health}>{(value) => <Health health={value} />}</WhenLoaded>
      {/* Not before what stands above it, which would push it down. */}
      {(health.value ?? health.error) !== null && <FailedDebates />}
    </>
  );
}

function Health({ health }: { health: AdminHealth }): VNode {
  const { models, panelsDown, since } = health;
  // A function from the config is its own provider and is already listed among the models.
  const providers = health.providers.filter(
    ({ provider, models: providerModels }) =>
      providerModels.length !== 1 || providerModels[0] !== provider,
  );
  const sum = (read: (model: AdminModel) => number): number =>
    models.reduce((total, model) => total + read(model), 0);
  const [calls, failed] = [sum(({ calls: count }) => count), sum(countFailures)];
  return (
    <>
      <p class="dim small">
        Counted since this server started, on {formatDateTime(Date.parse(since))}.
      </p>
      <dl class="usage-total">
        <Figure name="Calls">{formatNumber(calls)}</Figure>
        <Figure name="Failed">{formatShare(failed, calls)}</Figure>
        <Figure name="Retries">{formatNumber(sum(({ retries }) => retries))}</Figure>
        <Figure name="Asked again">{formatNumber(sum(({ askedAgain }) => askedAgain))}</Figure>
        <Figure name="Failing models">
          {formatNumber(models.filter(({ state }) => state === "failing").length)}
        </Figure>
      </dl>
      {panelsDown.length > 0 && (
        <p class="notice notice-failed">
          <strong>{formatCount(panelsDown.length, "panel")} can't answer now:</strong>{" "}
          {escapeInvisible(panelsDown.join(", "))}
        </p>
      )}
      <AdminPart title="Models">
        {models.length === 0 ? (
          <p class="dim">No panel has a model.</p>
        ) : (
          <DataTable label="Models" columns={MODEL_COLUMNS} rows={models.toSorted(byUrgency)} />
        )}
        <p class="dim small">
          “Asked again” counts replies that couldn't be read. “Reply time” is the median and the
          95th percentile of the latest 200 replies.
        </p>
      </AdminPart>
      {providers.length > 0 && (
        <AdminPart title="Providers">
          <DataTable label="Providers" columns={PROVIDER_COLUMNS} rows={providers} />
        </AdminPart>
      )}
    </>
  );
}

const MODEL_COLUMNS: readonly Column<AdminModel>[] = [
  {
    name: "Model",
    cell: ({ model, panels }) => (
      <>
        {formatModel(model)}
        <span class="dim small admin-note">
          {panels.length === 0 ? "in no panel" : `in ${escapeInvisible(panels.join(", "))}`}
        </span>
      </>
    ),
  },
  { name: "State", cell: (model) => <State {...model} /> },
  { name: "Calls", figure: true, cell: ({ calls }) => formatNumber(calls) },
  {
    name: "Failed",
    cell: ({ failures }) => <Failures failures={failures} />,
    isEmpty: (model) => countFailures(model) === 0,
  },
  {
    name: "Retries",
    figure: true,
    cell: ({ retries }) => formatNumber(retries),
    isEmpty: ({ retries }) => retries === 0,
  },
  {
    name: "Asked again",
    figure: true,
    cell: ({ askedAgain, replies }) => formatShare(askedAgain, replies),
    isEmpty: ({ askedAgain }) => askedAgain === 0,
  },
  {
    name: "Reply time",
    figure: true,
    cell: ({ latencyMs }) =>
      latencyMs === null
        ? "–"
        : keepUnits(`${formatDuration(latencyMs.p50)} / ${formatDuration(latencyMs.p95)}`),
    isEmpty: ({ latencyMs }) => latencyMs === null,
  },
  {
    name: "Tokens in / out",
    figure: true,
    cell: ({ inputTokens, outputTokens }) =>
      `${formatNumber(inputTokens)} / ${formatNumber(outputTokens)}`,
    isEmpty: ({ inputTokens, outputTokens }) => inputTokens + outputTokens === 0,
  },
];

const PROVIDER_COLUMNS: readonly Column<AdminProvider>[] = [
  { name: "Provider", cell: ({ provider }) => formatModel(provider) },
  { name: "State", cell: (provider) => <State {...provider} /> },
  { name: "Models", cell: ({ models }) => models.map(formatModel).join(", ") },
];

const STATES: Record<ModelState, { style: string; label: string }> = {
  ok: { style: "good", label: "Working" },
  failing: { style: "state-failed", label: "Failing" },
  unknown: { style: "", label: "Not called lately" },
};

interface StateProps {
  state: ModelState;
  failingSince: string | null;
  lastFailure: LastFailure | null;
}

/** State of a model, with the provider's last error. */
function State({ state, failingSince, lastFailure }: StateProps): VNode {
  const { style, label } = STATES[state];
  const since = failingSince === null ? "" : ` since ${formatDateTime(Date.parse(failingSince))}`;
  return (
    <>
      <span class={`pill ${style}`}>{`${label}${since}`}</span>
      {lastFailure && (
        <span class="dim small admin-note said">
          {escapeInvisible(describeFailure(lastFailure))}
        </span>
      )}
    </>
  );
}

function describeFailure({ at, code, reason, retryAfterMs }: LastFailure): string {
  const wait = retryAfterMs === null ? "" : `, asked to wait ${formatDuration(retryAfterMs)}`;
  return `Last failure ${formatDateTime(Date.parse(at))}: ${describeCode(code)}${wait}${reason === null ? "" : `: ${reason}`}`;
}

function describeCode(code: string): string {
  if (code === "timeout") return "no answer in time";
  if (code === "unreachable") return "no connection";
  return code === "error" ? "an answer that can't be read" : `status ${code}`;
}

function Failures({ failures }: { failures: AdminModel["failures"] }): VNode {
  const kinds = Object.entries(failures);
  if (kinds.length === 0) return <span class="dim">none</span>;
  return (
    <span class="admin-kinds">
      {kinds.map(([code, count]) => (
        <span class="pill state-failed" title={describeCode(code)}>
          {`${code}\u00A0×\u00A0${formatNumber(count)}`}
        </span>
      ))}
    </span>
  );
}

function countFailures({ failures }: AdminModel): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

/** Failing models first, then by number of calls. */
function byUrgency(a: AdminModel, b: AdminModel): number {
  return (
    Number(b.state === "failing") - Number(a.state === "failing") ||
    b.calls - a.calls ||
    a.model.localeCompare(b.model)
  );
}

function formatShare(part: number, total: number): string {
  return part === 0 ? "0" : `${formatNumber(part)} (${formatPercent(part / total)})`;
}

/** Latest failed debates. */
function FailedDebates(): VNode {
  const filters = { ...NO_FILTERS, status: "failed", days: DAYS };
  const failed = useLoaded(
    (signal) => listRuns({ ...buildRunQuery(filters), limit: FAILED_SHOWN, totals: true }, signal),
    "failed",
  );
  const all = formatRoute({ screen: "runs", filters });
  return (
    <AdminPart title={`Debates that failed in the last ${DAYS} days`}>
      <WhenLoaded from={failed}>
        {({ runs, totals }) =>
          runs.length === 0 ? (
            <p class="dim">None.</p>
          ) : (
            <>
              <ul class="admin-list">
                {runs.map((run) => (
                  <li>
                    <a class="said" href={debateHref(run.id)}>
                      {titleRun(run, 120)}
                    </a>
                    <span class="dim small">
                      {[
                        ...(run.user === undefined ? [] : [escapeInvisible(run.user)]),
                        formatDateTime(run.createdAt),
                      ].join(" · ")}
                    </span>
                  </li>
                ))}
              </ul>
              {totals && totals.runs > runs.length && (
                <p>
                  <a href={all}>{`All ${formatNumber(totals.runs)} in Runs`}</a>
                </p>
              )}
            </>
          )
        }
      </WhenLoaded>
    </AdminPart>
  );
}
