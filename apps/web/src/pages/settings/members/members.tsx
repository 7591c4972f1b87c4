import { type Member, members } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { factors } from '../../../messages/factors.ts'
import { settings } from '../../../messages/settings.ts'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { EmailMembers } from './email-members.tsx'
import { type Invited, InviteMember } from './invite-member.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { SectionProps } from '../search.ts'
import { MemberRow } from './member-row.tsx'
import { MemberSecurity } from './member-security.tsx'
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
  const [invited, setInvited] = useState<Invited | null>(null)
  const [watched, setWatched] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Pick<EndProps, 'member' | 'way'> | null>(null)
  // Second factors are only visible to account administrators.
  const steps = membersQuery.data?.some((each) => each.factors) ? [factors.members.column] : []
  const columns = [...titles, ...steps].map((title) => ({ title }))
  return (
    <>
      <ResourceSection
        title={messages.title}
        isTitleHidden
        more={<EmailMembers members={membersQuery.data ?? []} />}
        add={{
          label: messages.invite,
          denialReason,
          isPrimary: true,
          renderDialog: (onClose) => <InviteMember onInvited={setInvited} onClose={onClose} />,
        }}
        above={invited && <Invitation {...invited} onClose={() => setInvited(null)} />}
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
            onEnd={(way) => setLeaving({ member, way })}
          />
        )}
      </ResourceSection>
      {membersQuery.data
        ?.filter(({ uuid }) => uuid === watched)
        .map((member) => (
          <MemberSecurity key={member.uuid} member={member} onClose={() => setWatched(null)} />
        ))}
      {leaving && <End {...leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

interface EndProps {
  member: Member
  way: 'remove' | 'erase'
  onClose: () => void
}

function End({ member: { uuid: memberUuid, name, email }, way, onClose }: EndProps) {
  const params = { accountUuid: useUser().account.uuid, memberUuid }
  const calls = {
    remove: { call: api.members.remove, failed: messages.failed.removed },
    erase: { call: api.personalData.erase, failed: messages.failed.erased },
  }
  const { call, failed } = calls[way]
  return (
    <Confirm
      title={messages[`${way}Title`](name)}
      text={messages[`${way}Text`]}
      name={email}
      submit={messages[way]}
      failed={failed}
      action={() => call({ params })}
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
