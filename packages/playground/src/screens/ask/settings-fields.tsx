import type { VNode } from "preact";
import { Choice, Figure, NetworkChoice } from "../../parts/fields.tsx";
import { DECISIONS, PROTOCOLS, SEES, STOPS, type Settings } from "../../runs/settings.ts";

interface SettingsFieldsProps {
  settings: Settings;
  change(changes: Partial<Settings>): void;
}

/** Choice of the networks and the rules. */
export function SettingsFields({ settings, change }: SettingsFieldsProps): VNode {
  return (
    <>
      <div class="play-settings">
        <NetworkChoice {...{ settings, change }} />
        <Figure name="size" {...{ settings, change }} />
        <ProtocolChoice {...{ settings, change }} />
        <Figure name="seed" {...{ settings, change }} />
      </div>
      <details class="play-rules">
        <summary>Rules</summary>
        <div class="play-settings">
          <Figure name="rounds" {...{ settings, change }} />
          <Choice
            label="Stop early when"
            options={STOPS}
            value={settings.stop}
            pick={(stop) => change({ stop })}
          />
          <Choice
            label="Decide by"
            options={DECISIONS}
            value={settings.decide}
            pick={(decide) => change({ decide })}
          />
          <Choice
            label="Who revises"
            options={{ everyone: "everyone", dissenters: "only dissenters" }}
            value={settings.revise}
            pick={(revise) => change({ revise })}
          />
          <Choice
            label="Everyone sees"
            options={SEES}
            value={settings.see}
            pick={(see) => change({ see })}
          />
          <Figure name="temperature" {...{ settings, change }} />
        </div>
      </details>
    </>
  );
}

/** A choice of named protocols. Changing a rule makes it a custom protocol. */
function ProtocolChoice({ settings, change }: SettingsFieldsProps): VNode {
  const protocolName = Object.entries(PROTOCOLS).find(
    ([, { rounds, revise, decide }]) =>
      rounds === settings.rounds && revise === settings.revise && decide === settings.decide,
  )?.[0];
  const names = Object.entries(PROTOCOLS).map(([name, { label }]) => [name, label]);
  const options = Object.fromEntries([...names, ...(protocolName ? [] : [["own", "custom"]])]);
  return (
    <Choice
      label="Protocol"
      options={options as Record<string, string>}
      value={protocolName ?? "own"}
      pick={(name) => {
        const protocol = PROTOCOLS[name as keyof typeof PROTOCOLS];
        if (!protocol) return;
        const { label: _label, ...rules } = protocol;
        change(rules);
      }}
    />
  );
}
