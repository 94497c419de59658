import type { ComponentType, VNode } from "preact";
import { useRights } from "../../rights/rights.ts";
import { ADMIN_TABS, type AdminTab, formatRoute } from "../../route/route.ts";
import { AuditTab } from "./audit-tab.tsx";
import { ModelsTab } from "./models-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { ServerTab } from "./server-tab.tsx";
import { SpendingTab } from "./spending-tab.tsx";
import "../../style/screens.css";
import "../../style/admin.css";

const TABS: Record<AdminTab, { name: string; view: ComponentType }> = {
  models: { name: "Models", view: ModelsTab },
  people: { name: "People", view: PeopleTab },
  spending: { name: "Spending", view: SpendingTab },
  audit: { name: "Audit log", view: AuditTab },
  server: { name: "Server", view: ServerTab },
};

/** Health, spending, people, audit log and settings of the server, for its operator. */
export function AdminScreen({ tab }: { tab: AdminTab }): VNode {
  const rights = useRights();
  const { view: Shown } = TABS[tab];
  return (
    <div class="admin">
      <h1>Admin</h1>
      {rights?.may("operate") === false ? (
        <p class="notice">This needs the role “admin”. Ask an admin for it.</p>
      ) : (
        <>
          <nav class="tabs" aria-label="Parts of the administration">
            {ADMIN_TABS.map((each) => (
              <a
                href={formatRoute({ screen: "admin", tab: each })}
                aria-current={each === tab ? "page" : undefined}
              >
                {TABS[each].name}
              </a>
            ))}
          </nav>
          <Shown />
        </>
      )}
    </div>
  );
}
