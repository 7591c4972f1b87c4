import type { AuditEvent } from '@assay/contract/audit.ts'
import { Fragment } from 'react'
import { settings } from '../../../messages/settings.ts'
import { cellStyle, Header, rowStyle, Table, wideOnly } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import type { SectionProps } from '../search.ts'
import { ExpandToggle } from '../expand-toggle.tsx'
import { EventDetails } from './event-details.tsx'
import { labelOf } from './model.ts'

const messages = settings.audit

interface Props extends SectionProps {
  events: readonly AuditEvent[]
  isBusy: boolean
}

/** Rows expand to event details. */
export function Events({ events, isBusy, search, onSearch }: Props) {
  if (events.length === 0) return <p className="m-0 p-4 text-soft">{messages.none}</p>
  return (
    <Table label={messages.title} isBusy={isBusy}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.what} />
          <Header title={messages.columns.who} className={wideOnly} />
          <Header title={messages.columns.when} className={wideOnly} />
          <Header title={messages.columns.where} className={wideOnly} />
        </tr>
      </thead>
      <tbody>
        {events.map((event) => {
          const isOpen = search.open === event.sequence
          return (
            <Fragment key={event.sequence}>
              <tr className={rowStyle}>
                <ExpandToggle
                  isOpen={isOpen}
                  onToggle={() => onSearch({ open: isOpen ? undefined : event.sequence })}
                >
                  <span>
                    {labelOf(event.action)}
                    <span className="block text-xs font-normal text-soft sm:hidden">
                      {event.memberEmail} · <When epochMs={event.timestamp} isExact />
                    </span>
                  </span>
                </ExpandToggle>
                <td className={`${cellStyle} ${wideOnly}`}>{event.memberEmail}</td>
                <td className={`${cellStyle} ${wideOnly}`}>
                  <When epochMs={event.timestamp} isExact />
                </td>
                <td className={`${cellStyle} ${wideOnly}`}>{event.address}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={4} className="border-b border-line-soft bg-page p-0">
                    <EventDetails event={event} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </Table>
  )
}
