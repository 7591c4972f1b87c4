import { showControls } from '@assay/text/invisible.ts'
import type { SyncProgress } from '@assay/contract/advisory-databases.ts'

const maxExamples = 3

/** Totals over several syncs, with skipped documents by reason. */
export function summarizeSyncs(ends: SyncProgress[]): string {
  const sum = (pick: (end: SyncProgress) => number) => ends.reduce((total, end) => total + pick(end), 0)
  const skips = ends.flatMap(({ skipped }) => skipped)
  const counts = [
    `${sum(({ added }) => added)} added`,
    `${sum(({ changed }) => changed)} changed`,
    `${sum(({ unchanged }) => unchanged)} unchanged`,
    `${skips.reduce((total, { count }) => total + count, 0)} skipped`,
  ]
  return [counts.join(', '), ...listSkipped(skips)].join('\n')
}

/** Lines with skipped documents by reason. */
export const listSkipped = (skips: SyncProgress['skipped']): string[] =>
  [...Map.groupBy(skips, ({ code }) => code)].flatMap(([code, list]) => [
    '',
    `Skipped, ${code}: ${list.reduce((total, { count }) => total + count, 0)}, for example`,
    ...[...new Set(list.flatMap(({ examples }) => examples.slice(0, maxExamples)))].map(
      (text) => `  ${showControls(text)}`,
    ),
  ])
