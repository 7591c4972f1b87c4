import { type Member, members } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { factors } from '../../../messages/factors.ts'
import { settings } from '../../../messages/settings.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { EmailMembers } from './email-members.tsx'
import { type Invited, InviteMember } from './invite-member.tsx'
import { ResourceTable } from '../resource-table.tsx'
import type { SectionProps } from '../search.ts'
import { MemberRow } from './member-row.tsx'
import { MemberSecurity } from './member-security.tsx'
import { Section } from '../section.tsx'
import { Secret } from '../secret.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = settings.members
const { name, role, status, primary } = messages.columns
const titles = [name, role, status, primary]

export function Members(props: SectionProps) {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(members.add)
  const membersQuery = useQuery(query(api.members.list, { params: { accountUuid } }))
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [watched, setWatched] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [erased, setErased] = useState<Member | null>(null)
  // Second factors are only visible to account administrators.
  const steps = membersQuery.data?.some((each) => each.factors) ? [factors.members.column] : []
  const columns = [...titles, ...steps].map((title) => ({ title }))
  return (
    <Section
      title={messages.title}
      isTitleHidden
      isFlush
      actions={
        <>
          <EmailMembers members={membersQuery.data ?? []} />
          <ActionButton variant="primary" denialReason={denialReason} onPress={() => setInviting(true)}>
            {messages.invite}
          </ActionButton>
        </>
      }
    >
      {invited && <Invitation {...invited} onClose={() => setInvited(null)} />}
      <ResourceTable
        label={messages.title}
        query={membersQuery}
        columns={columns}
        none={messages.none}
        find={{ ...props, textOf: ({ name, email, role }) => [name, email, role].join(' ') }}
      >
        {(member) => (
          <MemberRow
            key={member.uuid}
            member={member}
            onInvited={setInvited}
            onSecurity={() => setWatched(member.uuid)}
            onRemove={() => setLeaving(member)}
            onErase={() => setErased(member)}
          />
        )}
      </ResourceTable>
      {isInviting && <InviteMember onInvited={setInvited} onClose={() => setInviting(false)} />}
      {membersQuery.data
        ?.filter(({ uuid }) => uuid === watched)
        .map((member) => (
          <MemberSecurity key={member.uuid} member={member} onClose={() => setWatched(null)} />
        ))}
      {leaving && <Removal member={leaving} onClose={() => setLeaving(null)} />}
      {erased && <Erasure member={erased} onClose={() => setErased(null)} />}
    </Section>
  )
}

interface EndProps {
  member: Member
  onClose: () => void
}

function Removal({ member: { uuid: memberUuid, name, email }, onClose }: EndProps) {
  const accountUuid = useUser().account.uuid
  return (
    <Confirm
      title={messages.removeTitle(name)}
      text={messages.removeText}
      name={email}
      submit={messages.remove}
      failed={messages.failed.removed}
      action={() => api.members.remove({ params: { accountUuid, memberUuid } })}
      onClose={onClose}
    />
  )
}

function Erasure({ member: { uuid: memberUuid, name, email }, onClose }: EndProps) {
  const accountUuid = useUser().account.uuid
  return (
    <Confirm
      title={messages.eraseTitle(name)}
      text={messages.eraseText}
      name={email}
      submit={messages.erase}
      failed={messages.failed.erased}
      action={() => api.personalData.erase({ params: { accountUuid, memberUuid } })}
      onClose={onClose}
    />
  )
}

const Invitation = ({ email, invitationUrl, onClose }: Invited & { onClose: () => void }) => (
  <div className="p-4">
    {invitationUrl === null ? (
      <p role="status" className="m-0">
        {messages.mailed(email)}
      </p>
    ) : (
      <Secret label={messages.link(email)} hint={messages.linkHint} text={invitationUrl} onClose={onClose} />
    )}
  </div>
)
