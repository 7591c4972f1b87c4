import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { trends as messages } from '../../../messages/trends.ts'
import { TrendFigure } from './trend-figure.tsx'

/** How far the components of all selected branches are behind the newest stable releases. */
export function Libyears({ overview: { filteredOverview, ...all } }: Pick<SecurityMetrics, 'overview'>) {
  const { libyears, unknownReleases } = filteredOverview ?? all
  const texts = messages.libyears
  const hints = [texts.behind, ...(unknownReleases ? [texts.unknown(unknownReleases)] : [])]
  return (
    <TrendFigure
      title={texts.title}
      value={libyears === null ? null : texts.value(libyears)}
      hint={libyears === null ? texts.none : hints.join(', ')}
    />
  )
}
