import type { Coverage, Measured } from '@assay/contract/coverage.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'
import { coverage as messages } from '../../messages/coverage.ts'
import { texts } from '../../messages/app.ts'
import { Score } from '../../ui/score.tsx'

/** '41 of 46 packages checked'. */
export const checkedText = ({ checked, listed }: Coverage): string => messages.checked(checked, listed)

interface Props {
  score: number
  domain: Domain
  measured: Measured
  isStacked?: boolean
  isWordShown?: boolean
}

/** A score, or a dash with the reason if nothing was known to compute it from. */
export const MeasuredScore = ({ score, domain, measured, ...shown }: Props) =>
  measured[domain] ? (
    <Score score={score} messages={texts.risk} {...shown} />
  ) : (
    <span className="text-soft" title={messages.whyNot[domain]}>
      <span aria-hidden>–</span>
      <span className="sr-only">{messages.notMeasured}</span>
    </span>
  )
