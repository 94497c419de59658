import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PanelSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { deletePanel, listPanels, type Offer } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { formatRoute } from "../../route/route.ts";
import { openDebate } from "../../route/use-route.ts";
import { SettingsBox } from "../../settings/settings-box.tsx";
import { useStartDebate } from "../ask/use-start-debate.ts";
import { PanelHealth, PanelMembers } from "../../parts/panel-facts.tsx";
import { describeShape, formatTypicalCost } from "../../record/describe-panel.ts";
import { PlanCost, PlanDetails, usePlan } from "../ask/plan-line.tsx";
import { formatModel } from "../../record/format-model.ts";
import { scrollToPart } from "../../views/scroll-to-part.ts";
import { buildAsking, readDraft, EMPTY, type PanelDraft, warnOfTwins } from "./panel-draft.ts";
import { PanelCalibration } from "./panel-calibration.tsx";
import { PanelText } from "./panel-text.tsx";
import { MemberDraftList } from "./member-draft-list.tsx";
import "../../style/screens.css";
import "../../style/ask.css";
import "../../style/lists.css";
import "../../style/panels.css";

let storedDraft: PanelDraft = EMPTY;

/** Panels of the server, and a form to build and try a new one. */
export function PanelsScreen({ panel: panelName }: { panel: string | undefined }): VNode {
  const offer = useLoaded(listPanels, "panels");
  return (
    <div class="panels">
      <header class="panels-head">
        <h1>Panels</h1>
        {offer.value && offer.value.models.length > 0 && (
          <button type="button" class="primary" onClick={() => scrollToPart("build", "input")}>
            <Icon name="add" />
            New panel
          </button>
        )}
      </header>
      {offer.error && (
        <Problem retry={offer.reload}>{`The panels can't be loaded. ${offer.error}`}</Problem>
      )}
      {offer.value === null && !offer.error && <Loading />}
      {offer.value && <Builder offer={offer.value} panelName={panelName} onChange={offer.reload} />}
    </div>
  );
}

interface BuilderProps {
  offer: Offer;
  /** Panel to start from. */
  panelName: string | undefined;
  /** Called after the server's panels have changed. */
  onChange(): void;
}

function Builder({ offer, panelName, onChange }: BuilderProps): VNode {
  const { panels, models, saving } = offer;
  const [draft, setDraft] = useState(storedDraft);
  const [question, setQuestion] = useState("");
  const startDebate = useStartDebate();
  const change = (changes: Partial<PanelDraft>): void =>
    setDraft((before) => ({ ...before, ...changes }));
  useEffect(() => {
    storedDraft = draft;
  }, [draft]);
  useEffect(() => {
    const start = panels.find(({ name }) => name === panelName);
    if (start) setDraft(readDraft(start, models));
  }, [panelName]);
  const asking = buildAsking(draft, question);
  const planning = usePlan(asking);
  const warning = warnOfTwins(draft.members);

  async function tryIt(): Promise<void> {
    if (!asking || question.trim() === "") throw new Error("Enter a question first.");
    const { id } = await startDebate(asking);
    openDebate(id);
  }

  return (
    <>
      <PanelList {...offer} onChange={onChange} />
      <h2>Build a panel</h2>
      {models.length === 0 ? (
        <p class="empty">
          The models of this server's panels are defined in code, so panels can't be built here.
        </p>
      ) : (
        <div class="builder" id="build">
          <div class="builder-form">
            <div class="builder-names">
              <label>
                Name
                <input
                  type="text"
                  maxLength={60}
                  value={draft.name}
                  onInput={({ currentTarget }) => change({ name: currentTarget.value })}
                />
              </label>
              <label>
                Purpose
                <input
                  type="text"
                  maxLength={200}
                  placeholder="What it is for, in one sentence"
                  value={draft.purpose}
                  onInput={({ currentTarget }) => change({ purpose: currentTarget.value })}
                />
              </label>
            </div>
            <MemberDraftList
              members={draft.members}
              models={models}
              change={(members) => change({ members })}
            />
            {warning !== null && (
              <p class="notice" role="status">
                {escapeInvisible(warning)}
              </p>
            )}
            <label>
              Judge
              <select
                value={draft.judge}
                onChange={({ currentTarget }) => change({ judge: currentTarget.value })}
              >
                <option value="">No judge: the members vote</option>
                {models.map((model) => (
                  <option value={model}>{formatModel(model)}</option>
                ))}
              </select>
            </label>
            <SettingsBox
              entered={draft.entered}
              change={(entered, settings) => change({ entered, settings })}
            />
            <label>
              Question to try it with
              <textarea
                rows={2}
                value={question}
                onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
              />
            </label>
            <p class="row">
              <ActionButton act={tryIt}>Try it</ActionButton>
              <button type="button" class="quiet" onClick={() => setDraft(EMPTY)}>
                Start over
              </button>
              <PlanCost plan={planning.plan} />
            </p>
            <PlanDetails {...planning} />
          </div>
          <PanelText draft={draft} maySave={saving} onSaved={onChange} />
        </div>
      )}
    </>
  );
}

interface PanelListProps extends Offer {
  onChange(): void;
}

function PanelList({ panels, models, saving, onChange }: PanelListProps): VNode {
  return (
    <ul class="panel-list">
      {panels.map((panel) => (
        <li key={panel.name} class="card panel-item">
          <h2>
            <span class="said">{escapeInvisible(panel.name)}</span>
            {panel.default && <span class="tag">default</span>}
            {panel.saved && <span class="tag">{describeSaved(panel.saved)}</span>}
          </h2>
          <p class="panel-cost">{formatTypicalCost(panel)}</p>
          <p class="said">{escapeInvisible(panel.purpose ?? describeShape(panel))}</p>
          <PanelMembers panel={panel} />
          <div class="panel-notes">
            <PanelHealth panel={panel} />
            {panel.missing.length > 0 && (
              <p class="small">{escapeInvisible(panel.missing.join(" "))}</p>
            )}
            {panel.calibration && (
              <PanelCalibration
                name={panel.name}
                calibration={panel.calibration}
                onChange={onChange}
              />
            )}
          </div>
          <p class="panel-acts">
            <a class="button" href={formatRoute({ screen: "ask", panel: panel.name })}>
              Ask
            </a>
            {panel.members.some(({ model }) => models.includes(model)) && (
              <a
                class="button quiet"
                href={formatRoute({ screen: "panels", panel: panel.name })}
                title="Build a new panel from its members"
              >
                Use as a template
              </a>
            )}
            {saving && panel.saved && (
              <ActionButton
                class="quiet danger"
                icon="delete"
                confirm={{
                  title: `Delete the panel ${escapeInvisible(panel.name)}?`,
                  text: "It can no longer be asked. Running debates continue.",
                  button: "Delete the panel",
                  danger: true,
                }}
                act={async () => {
                  await deletePanel(panel.name);
                  onChange();
                }}
              >
                Delete
              </ActionButton>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function describeSaved({ version, by }: NonNullable<PanelSummary["saved"]>): string {
  const savedBy = by === null ? "saved here" : `saved by ${escapeInvisible(by)}`;
  return version === 1 ? savedBy : `${savedBy}, version ${version}`;
}
