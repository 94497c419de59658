/** A stated probability and whether the answer was right. */
export interface Forecast {
  confidence: number;
  right: boolean;
}

/** How well stated confidences match the share of right answers. */
export interface CalibrationStatistics {
  /** Expected calibration error over ten equal bins. */
  ece: number;
  /** Answers that stated a confidence. */
  count: number;
  /** From the surest answers on: share of answers kept, and share of those that are wrong. */
  riskCoverage: { coverage: number; risk: number }[];
}

const BINS = 10;

/** How well stated confidence matches accuracy; `null` if no answer has a confidence. */
export function calibrationOf(forecasts: readonly Forecast[]): CalibrationStatistics | null {
  if (forecasts.length === 0) return null;
  const bins = Array.from({ length: BINS }, () => ({ stated: 0, right: 0 }));
  for (const { confidence, right } of forecasts) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (!bin) continue;
    bin.stated += confidence;
    bin.right += Number(right);
  }
  const gap = bins.reduce((sum, { stated, right }) => sum + Math.abs(stated - right), 0);
  return {
    ece: gap / forecasts.length,
    count: forecasts.length,
    riskCoverage: computeRiskCoverage(forecasts),
  };
}

function computeRiskCoverage(forecasts: readonly Forecast[]): { coverage: number; risk: number }[] {
  const surest = [...forecasts].sort((a, b) => b.confidence - a.confidence);
  const steps = Math.min(20, surest.length);
  return Array.from({ length: steps }, (_, step) => {
    const keptCount = Math.round(((step + 1) * surest.length) / steps);
    const wrong = surest.slice(0, keptCount).filter(({ right }) => !right).length;
    return { coverage: keptCount / surest.length, risk: wrong / keptCount };
  });
}
