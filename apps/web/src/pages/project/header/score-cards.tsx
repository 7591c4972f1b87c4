import type { Overview } from '@assay/contract/scans.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'
import { coverage } from '../../../messages/coverage.ts'
import { report as messages } from '../../../messages/report.ts'
import { texts } from '../../../messages/app.ts'
import { score as scoreMessages } from '../../../messages/score.ts'
import { paths } from '../../../paths.ts'
import { Link } from '@tanstack/react-router'
import { formatChange } from '../../../language/format.ts'
import { checkScores, type ScoreCheck } from '../report/model.ts'

/** Each score on its scale, with its minimum. */
export const ScoreCards = (overview: Pick<Overview, 'project' | 'scan' | 'scans' | 'minimumScores'>) => (
  <div className="grid grid-cols-3 gap-x-2 sm:gap-x-3">
    {checkScores(overview).map((check) => (
      <ScoreCard
        key={check.area}
        {...check}
        hint={hintOf(check.area, overview.scan)}
        {...(check.area === 'security' && { why: paths.score(overview.project.uuid, overview.scan.uuid) })}
      />
    ))}
  </div>
)

/** How the score was computed. */
const hintOf = (area: Domain, { securityScoring }: Overview['scan']) =>
  area === 'security' ? messages.securityHint[securityScoring ?? 'unknown'] : messages.areaHint[area]

interface ScoreCardProps extends ScoreCheck {
  hint: string
  /** The page of its parts. */
  why?: string
}

function ScoreCard({ area, score, minimum, margin, change, isMeasured, hint, why }: ScoreCardProps) {
  const risk = riskClass(score)
  const title = messages.areas[area]
  return (
    <section
      aria-label={title}
      title={hint}
      className="row-span-4 grid min-w-0 grid-rows-subgrid gap-y-0 rounded-card border border-line bg-surface px-3 py-3 sm:px-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className="m-0 text-xs font-medium text-soft">{title}</h2>
        <span className="text-xs text-soft">{isMeasured ? texts.risk[risk] : coverage.notMeasured}</span>
      </div>
      <div className="mt-1 mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="tabular text-xl leading-tight font-semibold tracking-tight">
          {!isMeasured ? (
            '–'
          ) : why === undefined ? (
            score
          ) : (
            <Link
              to={why}
              aria-label={scoreMessages.why(score)}
              className="-my-2 inline-flex items-center py-2 text-ink underline decoration-dotted pointer-coarse:min-h-11 decoration-1 underline-offset-4"
            >
              {score}
            </Link>
          )}
        </span>
        <span
          className={`tabular text-xs text-balance sm:text-right ${isMeasured && margin < 0 ? 'text-danger' : 'text-soft'}`}
        >
          {isMeasured ? messages.margin(minimum, margin) : coverage.whyNot[area]}
        </span>
      </div>
      {isMeasured && <Scale score={score} minimum={minimum} isMet={margin >= 0} />}
      {isMeasured && change !== null && (
        <p className="tabular m-0 mt-2 hidden text-xs text-soft sm:block">
          {change === 0 ? messages.unchangedScore : messages.changed(formatChange(change))}
        </p>
      )}
    </section>
  )
}

/** From 0 to 100, with a mark at the minimum; its color says whether that is met. */
const Scale = ({ score, minimum, isMet }: { score: number; minimum: number; isMet: boolean }) => (
  <div
    role="img"
    aria-label={messages.scale(score, minimum)}
    className="relative h-1.5 self-end rounded-full bg-track"
  >
    <div
      className={`h-full rounded-full ${isMet ? 'bg-safe' : 'bg-danger'}`}
      style={{ width: `${score}%` }}
    />
    <div
      className="absolute -inset-y-1 w-0.5 rounded-full bg-ink"
      style={{ left: `calc(${minimum}% - 1px)` }}
    />
  </div>
)
