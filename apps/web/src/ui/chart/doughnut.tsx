import { Suspense } from 'react'
import { useChartColors } from './colors.ts'
import { DoughnutCanvas } from './lazy.ts'
import { doughnutOptions, doughnutParts } from './doughnut-options.ts'
import { formatShare } from '../../language/format.ts'

interface Props {
  /** Completed part of the whole. */
  part: number
  whole: number
  label: string
}

/** A doughnut with a 90 % cutout and its share in the middle. */
export function Doughnut(props: Props) {
  const { part, whole } = props
  return (
    // A canvas is 300 px wide until it is drawn.
    <div className="relative grid size-16 shrink-0 place-items-center overflow-hidden">
      <div className="absolute inset-0">
        {whole === 0 ? (
          <span className="block size-full rounded-full border-[3px] border-track" />
        ) : (
          <Suspense fallback={<span className="block size-full rounded-full border-[3px] border-track" />}>
            <Drawn {...props} />
          </Suspense>
        )}
      </div>
      <span className="tabular text-xs font-medium text-soft">
        {formatShare(whole === 0 ? 0 : part / whole)}
      </span>
    </div>
  )
}

function Drawn({ part, whole, label }: Props) {
  const { accent, warm } = useChartColors()
  return (
    <DoughnutCanvas
      label={label}
      data={{
        datasets: [{ data: doughnutParts({ part, whole }), backgroundColor: [warm, accent], borderWidth: 0 }],
      }}
      options={doughnutOptions}
    />
  )
}
