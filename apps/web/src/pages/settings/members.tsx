import { type Member, members } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
<<<<<<< HEAD
=======
import { useMay } from '../../parts/use-may.ts'
import { factors } from '../../texts/factors.ts'
>>>>>>> a255eb5 (web/settings: what lets members in, for administrators; docs/security: factors, letters, confirmed logins)
import { settings } from '../../texts/settings.ts'
import { ActButton } from './act-button.tsx'
import { Confirm } from './confirm.tsx'
import { type Invited, InviteMember } from './invite-member.tsx'
import { Listing } from './listing.tsx'
import { MemberRow } from './member-row.tsx'
import { MemberSecurity } from './member-security.tsx'
import { Part } from './part.tsx'
import { Secret } from './secret.tsx'
import { useRefusal } from './use-refusal.ts'
import { useUser } from './use-user.ts'

const words = settings.members
const { name, role, status, primary } = words.columns
const columns = [name, role, status, primary].map((title) => ({ title }))

export function Members() {
  const accountUuid = useUser().account.uuid
  const refusal = useRefusal()(members.add)
  const known = useQuery(query(api.members.list, { params: { accountUuid } }))
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [watched, setWatched] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton look="primary" refusal={refusal} onPress={() => setInviting(true)}>
          {words.invite}
        </ActButton>
      }
    >
      {invited && <Invitation {...invited} onClose={() => setInvited(null)} />}
<<<<<<< HEAD
      <Listing label={words.title} query={known} columns={columns}>
        {(member) => (
          <MemberRow
            key={member.uuid}
            member={member}
            onInvited={setInvited}
            onRemove={() => setLeaving(member)}
          />
=======
      <Known query={members}>
        {(list) => (
          <Table label={words.title}>
            <thead>
              <tr className="border-b border-line">
                <Header title={words.columns.name} />
                <Header title={words.columns.role} />
                <Header title={words.columns.status} />
                <Header title={words.columns.primary} />
                {list.some((each) => each.factors) && <Header title={factors.members.column} />}
                <ActsHeader />
              </tr>
            </thead>
            <tbody>
              {list.map((member) => (
                <MemberRow
                  key={member.uuid}
                  member={member}
                  onInvited={setInvited}
                  onSecurity={() => setWatched(member.uuid)}
                  onRemove={() => setLeaving(member)}
                />
              ))}
            </tbody>
          </Table>
>>>>>>> a255eb5 (web/settings: what lets members in, for administrators; docs/security: factors, letters, confirmed logins)
        )}
      </Listing>
      {isInviting && <InviteMember onInvited={setInvited} onClose={() => setInviting(false)} />}
      {members.data
        ?.filter(({ uuid }) => uuid === watched)
        .map((member) => (
          <MemberSecurity key={member.uuid} member={member} onClose={() => setWatched(null)} />
        ))}
      {leaving && (
        <Confirm
          title={words.removeTitle(leaving.name)}
          text={words.removeText}
          name={leaving.email}
          submit={words.remove}
          failed={words.failed.removed}
          act={() => api.members.remove({ params: { accountUuid, memberUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}

const Invitation = ({ email, invitationUrl, onClose }: Invited & { onClose: () => void }) => (
  <div className="p-4">
    {invitationUrl === null ? (
      <p role="status" className="m-0">
        {words.mailed(email)}
      </p>
    ) : (
      <Secret label={words.link(email)} hint={words.linkHint} text={invitationUrl} onClose={onClose} />
    )}
  </div>
)
