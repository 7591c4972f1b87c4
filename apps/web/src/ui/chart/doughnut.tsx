import { formatShare } from '../../language/format.ts'
import { cutout, dashesOf, outer } from './doughnut-model.ts'

interface Props {
  /** Completed part of the whole. */
  part: number
  whole: number
  label: string
}

const ring = { cx: outer, cy: outer, r: (outer + cutout) / 2, strokeWidth: outer - cutout, fill: 'none' }

/** A ring with its share in the middle: no canvas, as the library would draw it in the first view's longest task. */
export const Doughnut = ({ part, whole, label }: Props) => (
  <div className="relative grid size-16 shrink-0 place-items-center">
    <svg
      viewBox={`0 0 ${2 * outer} ${2 * outer}`}
      className="absolute inset-0 -rotate-90"
      {...(whole > 0 ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle {...ring} stroke={whole === 0 ? 'var(--track)' : 'var(--risk-moderate)'} />
      {part > 0 && (
        <circle
          {...ring}
          stroke="var(--accent)"
          pathLength={whole}
          strokeDasharray={dashesOf({ part, whole })}
        />
      )}
    </svg>
    <span className="tabular text-xs font-medium text-soft">
      {formatShare(whole === 0 ? 0 : part / whole)}
    </span>
  </div>
)
