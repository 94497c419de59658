import { askSql, type SqlScript } from "../../sql/script.ts";
import type { PanelStore, StoredCalibration, StoredPanel } from "../panel-store.ts";
import { type CalibrationRow, type PanelRow, readCalibration, readPanel } from "../rows.ts";
import type { ServiceDatabase } from "./service-database.ts";

export function createSqlPanels(database: ServiceDatabase): PanelStore {
  const { statements: sql, read, write, lockPanels } = database;

  /** `null`: all panels. */
  function* listPanelsNamed(name: string | null): SqlScript<StoredPanel[]> {
    return (yield* askSql<PanelRow>(sql.panels, [name])).map(readPanel);
  }

  function* findCalibration(
    panel: string,
    version: number | null,
  ): SqlScript<StoredCalibration | undefined> {
    const [row] = yield* askSql<CalibrationRow>(sql.calibration, [panel, version]);
    return row && { ...readCalibration(row), body: row.body };
  }

  return {
    savePanel: ({ name, body, by }, maxPanels) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        yield* lockPanels();
        const [otherPanels] = yield* askSql<{ count: number }>(sql.otherPanels, [name]);
        if ((otherPanels?.count ?? 0) >= maxPanels) return null;
        yield [sql.savePanel, [name, body, by]];
        return (yield* listPanelsNamed(name))[0] ?? null;
      }),
    findPanel: async (name) => (await read(() => listPanelsNamed(name)))[0],
    listPanels: () => read(() => listPanelsNamed(null)),
    removePanel: (name) =>
      write(function* () {
        return (yield [sql.removePanel, [name]]).length > 0;
      }),

    addCalibration: ({ panel, about, body, by }) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        // Two servers that learn at once get two versions.
        yield* lockPanels();
        yield [sql.addCalibration, [panel, about, body, by]];
        return (yield* findCalibration(panel, null)) as StoredCalibration;
      }),
    findCalibration: (panel, version) => read(() => findCalibration(panel, version ?? null)),
    listCalibrations: (panel) =>
      read(function* () {
        return (yield* askSql<CalibrationRow>(sql.calibrations, [panel])).map(readCalibration);
      }),
  };
}
