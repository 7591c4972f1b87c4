import type { ReactNode } from 'react'

/** A section of a printed report. */
export const PrintedSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-2">
    <h2 className="m-0 border-b border-line pb-1 text-base font-semibold break-after-avoid">{title}</h2>
    {children}
  </section>
)

export const printedCell = 'py-0.5 pr-3 align-top last:pr-0 [overflow-wrap:anywhere]'

interface Props {
  label: string
  /** Column widths in percent; by default automatic. */
  columns: readonly { title: string; width?: string }[]
  /** One or more table bodies. */
  children: ReactNode
}

/** The font size of the generated PDF, 7 pt: hundreds of findings fit a few pages. */
const zoom = 0.85

/** A dense table whose header is repeated on each printed page. */
export const PrintedTable = ({ label, columns, children }: Props) => (
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="overflow-x-auto print:overflow-visible print:break-inside-auto!"
  >
    <table
      style={{ zoom }}
      className={`w-full min-w-xl border-collapse text-[11px] leading-[15px] print:min-w-0 ${columns.some(({ width }) => width) ? 'table-fixed' : ''}`}
    >
      <thead>
        <tr className="border-b border-line">
          {columns.map(({ title, width }) => (
            <th
              key={title}
              scope="col"
              style={{ width }}
              className={`${printedCell} text-left font-medium text-soft`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </div>
)
