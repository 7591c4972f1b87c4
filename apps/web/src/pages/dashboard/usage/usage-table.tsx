import { texts } from '../../../messages/app.ts'
import { formatDate, formatNumber } from '../../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import type { UsageChart } from './usage-model.ts'
import { localMidnight } from './usage-options.ts'

const messages = texts.dashboard.usage

/** The numbers behind the chart, newest first. */
export function UsageTable({ chart: { dates, series }, title }: { chart: UsageChart; title: string }) {
  return (
    <div className="h-full overflow-y-auto">
      <Table label={title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={messages.date} />
            {series.map(({ key }) => (
              <Header key={key} title={messages.series[key]} isNumber />
            ))}
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, index) => (
              <tr key={date} className={rowStyle}>
                <th scope="row" className={`${cellStyle} text-left font-normal`}>
                  {formatDate(localMidnight(date))}
                </th>
                {series.map(({ key, values }) => (
                  <td key={key} className={numberCell}>
                    {formatNumber(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </Table>
    </div>
  )
}
