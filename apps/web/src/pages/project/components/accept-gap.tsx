import type { Gap } from '@assay/contract/coverage.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { coverage } from '../../../messages/coverage.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { endAfter } from '../../../widgets/forms/exclusion-ends.tsx'
import { useRescan } from '../../../widgets/exclude/use-rescan.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { acceptedSubjectOf, subjectOf } from './gaps-model.ts'

const messages = coverage.accept

const schema = z.object({
  reason: z.string().trim().min(1, messages.reason).max(2000),
  until: z.union([z.literal(''), z.iso.date()]),
})

const scopes = ['project', 'account'] as const

/** Asks for the reason, the scope and the end of an acceptance. */
export function AcceptGap({ gap, overview, onClose }: { gap: Gap; overview: Overview; onClose: () => void }) {
  const [scope, setScope] = useState<(typeof scopes)[number]>('project')
  const [reach, setReach] = useState<'package' | 'kind'>('package')
  const projectUuid = overview.project.uuid
  const { rescan } = useRescan({ projectUuid, branch: overview.branch })
  const { state } = useSession()
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const kind = gap.component?.kind
  const name = reach === 'kind' && kind !== undefined ? kind : subjectOf(gap)
  return (
    <FormDialog
      title={messages.title(name)}
      lead={<p className="m-0 text-soft">{messages.lead}</p>}
      isHeld
      canCancel
      schema={schema}
      submit={messages.submit}
      action={async ({ reason, until }) => {
        const body = {
          ...acceptedSubjectOf(gap, reach),
          reason,
          projectUuid: scope === 'project' ? projectUuid : null,
          expiresAt: endAfter(until),
        }
        await api.gaps.accept({ params: { accountUuid }, body })
        showNotice(messages.done(name))
        void rescan()
      }}
      fields={{ reason: { label: messages.reason } }}
      onClose={onClose}
    >
      {(reason, _errors, place) => (
        <>
          {reason}
          <Visibility kind={kind} value={reach} onChange={setReach} />
          <Radios
            label={messages.where}
            value={scope}
            options={scopes.map((value) => ({ value, ...messages.reaches[value] }))}
            onChange={setScope}
          />
          {place({ until: { label: messages.until, hint: messages.untilHint, type: 'date' } })}
        </>
      )}
    </FormDialog>
  )
}

/** Of a kind that no advisories are about, all packages can be accepted at once. */
function Visibility({
  kind,
  value,
  onChange,
}: {
  kind: string | undefined
  value: 'package' | 'kind'
  onChange: (value: 'package' | 'kind') => void
}) {
  if (kind === undefined) return null
  return (
    <Radios
      label={messages.what}
      value={value}
      options={[
        { value: 'package', ...messages.subjects.package },
        { value: 'kind', ...messages.subjects.kind(kind) },
      ]}
      onChange={onChange}
    />
  )
}
