import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { serverStatus } from '../../messages/server-status.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../language/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Header, numberCell, rowStyle, Table } from '../../ui/table.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { daysToShow } from './new-advisories-model.ts'

const messages = serverStatus.advisories
const shortDays = 7

/** Published advisories by day and ecosystem. */
export function NewAdvisories() {
  const alerts = useQuery(query(api.stats.alerts, {}))
  const all = useQuery(query(api.stats.publicVulnerabilities, {}))
  const names = new Map(all.data?.ecosystems.map(({ id, name }) => [id, name]))
  return (
    <>
      <h2 className="m-0 mt-8 mb-1 text-base font-semibold">{messages.title}</h2>
      <QueryView
        query={alerts}
        skeleton={<Spinner label={texts.loading} />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {({ total, days }) => (
          <>
            {all.data && (
              <p className="m-0 mb-4 text-soft">
                {messages.lead(total, all.data.total, all.data.knownExploited)}
              </p>
            )}
            <Days days={daysToShow(days, names)} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Days({ days }: { days: ReturnType<typeof daysToShow> }) {
  const [isLong, setLong] = useState(false)
  if (days.length === 0) return null
  return (
    <>
      <section className="rounded-card border border-line bg-surface">
        <Table label={messages.title}>
          <thead>
            <tr className="border-b border-line">
              <Header title={messages.columns.day} />
              <Header title={messages.columns.total} isNumber />
              <Header title={messages.columns.ecosystems} />
            </tr>
          </thead>
          <tbody>
            {(isLong ? days : days.slice(0, shortDays)).map(({ date, total, ecosystems }) => (
              <tr key={date} className={rowStyle}>
                <th scope="row" className="tabular px-3 py-2 text-left font-medium whitespace-nowrap">
                  <time dateTime={date}>{date}</time>
                </th>
                <td className={numberCell}>{formatNumber(total)}</td>
                <td className="px-3 py-2 text-soft">
                  {ecosystems.map(({ name, advisories }) => messages.ecosystem(name, advisories)).join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      {days.length > shortDays && (
        <div className="mt-2">
          <Button aria-expanded={isLong} onPress={() => setLong(!isLong)}>
            {isLong ? messages.less : messages.more}
          </Button>
        </div>
      )}
    </>
  )
}
