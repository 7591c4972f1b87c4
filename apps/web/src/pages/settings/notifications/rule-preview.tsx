import type { NotificationPreview } from '@assay/contract/notification-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { MessageLines } from '../../../widgets/notices/message-lines.tsx'

const messages = notifications.rules.preview

/** What a rule would have sent. */
export const RulePreview = ({ preview }: { preview: NotificationPreview }) => (
  <section aria-label={messages.title} aria-live="polite" className="grid gap-2 border-t border-line pt-4">
    {preview.message === null ? (
      <p className="m-0 text-soft">{messages.nothing(preview.days)}</p>
    ) : (
      <>
        <p className="m-0 text-soft">{messages.found(preview.total, preview.days)}</p>
        <p className="m-0 font-semibold [overflow-wrap:anywhere]">{preview.message.title}</p>
        <MessageLines message={preview.message} />
      </>
    )}
    {preview.isTruncated && <p className="m-0 text-soft">{messages.truncated}</p>}
  </section>
)
