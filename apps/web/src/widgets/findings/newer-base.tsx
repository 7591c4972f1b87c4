import type { NewerBase as Newer } from '@assay/contract/newer-base.ts'
import { images } from '../../messages/images.ts'
import { LongName } from '../../ui/long-name.tsx'
import { When } from '../../ui/when.tsx'

const messages = images.report

/** What a newer base image would change, and how the Dockerfile gets it. */
export const NewerBase = ({ newer: { name, createdAt, changes, edit } }: { newer: Newer }) => (
  <div className="grid gap-1 [overflow-wrap:anywhere]">
    <span>
      {messages.newerIs}: <LongName name={name} />{' '}
      {createdAt !== null && (
        <span className="text-soft">
          <When epochMs={createdAt} />
        </span>
      )}
    </span>
    <span className="text-soft">
      {changes === null ? messages.changesUnknown : messages.changes(changes.fixed, changes.added)}
    </span>
    {edit === null ? (
      <span className="text-soft">{messages.rebuild}</span>
    ) : (
      <span>
        {messages.edit}: <code className="text-xs">{edit.from}</code> →{' '}
        <code className="text-xs">{edit.to}</code>
      </span>
    )}
  </div>
)
