import type { LicenseUse } from '@assay/contract/license-use.ts'
import { licenses } from '../../messages/licenses.ts'
import { lists } from '../../messages/lists.ts'
import { type Bars, barsOf, keyOf, nameOf, barLabelOf } from './model.ts'
import { formatNumber } from '../../language/format.ts'

const messages = licenses.chart

interface Props {
  uses: readonly LicenseUse[]
  onSelect: (license: string) => void
}

/** The most frequent licenses as bars; the table below has the same numbers. */
export function LicenseBars({ uses, onSelect }: Props) {
  const bars = barsOf(uses)
  if (!bars) return null
  return (
    <section
      aria-label={messages.title}
      className="min-w-0 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <h2 className="m-0 text-xs font-medium text-soft">{messages.title}</h2>
        <span className="ml-auto flex gap-4 text-soft">
          <Key color="bg-accent" text={messages.permitted} />
          <Key color="bg-(--risk-moderate)" text={messages.violating} />
          <Key color="bg-(--ink-soft)" text={lists.noLicense} />
        </span>
      </div>
      <Drawn bars={bars} onSelect={onSelect} />
    </section>
  )
}

const Key = ({ color, text }: { color: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-xs ${color}`} />
    {text}
  </span>
)

function Drawn({ bars: { rows, permitted, violating, unknown }, onSelect }: BarsProps) {
  const most = Math.max(...rows.map(({ components }) => components))
  return (
    <ul className="m-0 grid list-none gap-0.5 p-0">
      {rows.map((row, index) => (
        <li key={keyOf(row)}>
          <button
            type="button"
            aria-label={barLabelOf(row)}
            onClick={() => onSelect(keyOf(row))}
            className="grid w-full cursor-pointer grid-cols-[minmax(6rem,min(14rem,35%))_1fr_auto] items-center gap-3 rounded-md min-h-6 px-1 text-left text-xs hover:bg-hover pointer-coarse:min-h-11"
          >
            <span title={nameOf(row)} className="truncate">
              {nameOf(row)}
            </span>
            <span className="flex h-3 gap-px">
              <Part color="bg-accent" share={permitted[index]! / most} />
              <Part color="bg-(--risk-moderate)" share={violating[index]! / most} />
              <Part color="bg-(--ink-soft)" share={unknown[index]! / most} />
            </span>
            <span className="text-right text-soft tabular-nums">{formatNumber(row.components)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface BarsProps {
  bars: Bars
  onSelect: Props['onSelect']
}

const Part = ({ color, share }: { color: string; share: number }) =>
  share === 0 ? null : (
    <span className={`min-w-0.5 rounded-xs ${color}`} style={{ width: `${share * 100}%` }} />
  )
