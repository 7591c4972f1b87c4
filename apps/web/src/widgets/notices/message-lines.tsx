import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { severityNames } from '../../messages/severity.ts'
import { notifications } from '../../messages/notifications.ts'
import { hrefOf } from '../../paths.ts'
import { Severity } from '../../ui/severity.tsx'

const messages = notifications.inbox

/** Content of a notification: one line per item. */
export const MessageLines = ({ message }: { message: NotificationMessage }) => (
  <>
    <ul className="m-0 grid list-none gap-2 p-0">
      {message.lines.map((line) => {
        const others = line.projectCount - line.projects.length
        const projects = line.projects.join(', ') + (others > 0 ? ` ${messages.others(others)}` : '')
        const kind = notifications.kinds[line.kind]
        return (
          <li key={`${line.kind} ${line.path} ${line.title}`} className="grid gap-0.5">
            <div className="flex flex-wrap items-center gap-x-3">
              <a href={hrefOf(line.path)} data-over className="font-medium [overflow-wrap:anywhere]">
                {line.title}
              </a>
              {line.severity && <Severity severity={line.severity} word={severityNames[line.severity]} />}
            </div>
            <p className="m-0 text-soft [overflow-wrap:anywhere]">
              {[kind !== line.title && kind, projects, line.detail].filter(Boolean).join(' · ')}
            </p>
          </li>
        )
      })}
    </ul>
    {message.more > 0 && <p className="m-0 mt-2 text-soft">{messages.moreLines(message.more)}</p>}
  </>
)
