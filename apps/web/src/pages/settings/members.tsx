import type { Member } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useMay } from '../../parts/use-may.ts'
import { settings } from '../../texts/settings.ts'
import { Header, Table } from '../../ui/table.tsx'
import { ActButton } from './act-button.tsx'
import { ActsHeader } from './acts-column.tsx'
import { Confirm } from './confirm.tsx'
import { type Invited, InviteMember } from './invite-member.tsx'
import { Known } from './known.tsx'
import { MemberRow } from './member-row.tsx'
import { Part } from './part.tsx'
import { Secret } from './secret.tsx'
import { useUser } from './use-user.ts'

const words = settings.members

export function Members() {
  const accountUuid = useUser().account.uuid
  const may = useMay()
  const members = useQuery(query(api.members.list, { params: { accountUuid } }))
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton
          look="primary"
          refusal={may('members.create') ? null : settings.notAllowed}
          onPress={() => setInviting(true)}
        >
          {words.invite}
        </ActButton>
      }
    >
      {invited && <Invitation {...invited} onClose={() => setInvited(null)} />}
      <Known query={members}>
        {(list) => (
          <Table label={words.title}>
            <thead>
              <tr className="border-b border-line">
                <Header title={words.columns.name} />
                <Header title={words.columns.role} />
                <Header title={words.columns.status} />
                <Header title={words.columns.primary} />
                <ActsHeader />
              </tr>
            </thead>
            <tbody>
              {list.map((member) => (
                <MemberRow
                  key={member.uuid}
                  member={member}
                  onInvited={setInvited}
                  onRemove={() => setLeaving(member)}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Known>
      {isInviting && <InviteMember onInvited={setInvited} onClose={() => setInviting(false)} />}
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
