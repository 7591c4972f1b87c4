import type { Member } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { factors } from '../../texts/factors.ts'
import { settings } from '../../texts/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { agentName } from './agent-name.ts'
import { Confirm } from './confirm.tsx'
import { Known } from './known.tsx'
import { Factors } from './member-factors.tsx'
import { useAct } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = factors.members

interface Props {
  member: Member
  onClose: () => void
}

/** What lets a member in and where it did, for who may end it. */
export function MemberSecurity({ member, onClose }: Props) {
  const [isResetting, setResetting] = useState(false)
  const { uuid: memberUuid, name, factors: held } = member
  return (
    <Dialog title={words.title(name)} isOpen onOpenChange={onClose}>
      {held && (
        <Section title={words.factors}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Factors factors={held} />
            {held.length > 0 && <ActButton onPress={() => setResetting(true)}>{words.reset}</ActButton>}
          </div>
        </Section>
      )}
      <Section title={words.sessions}>
        <SessionList memberUuid={memberUuid} />
      </Section>
      {isResetting && (
        <Confirm
          title={words.resetTitle(name)}
          text={words.resetText}
          submit={words.reset}
          act={() => api.mfa.change({ params: { memberUuid }, body: null })}
          onClose={() => setResetting(false)}
        />
      )}
    </Dialog>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="m-0 text-xs font-medium text-soft">{title}</h3>
    {children}
  </section>
)

function SessionList({ memberUuid }: { memberUuid: string }) {
  const params = { accountUuid: useUser().account.uuid, memberUuid }
  const sessions = useQuery(query(api.members.sessions, { params }))
  const end = useAct((sessionUuid: string) => api.members.endSession({ params: { ...params, sessionUuid } }))
  const { unknownAgent, revoke, revokeOf } = settings.security.sessions
  return (
    <Known query={sessions}>
      {(list) =>
        list.length === 0 ? (
          <p className="m-0 text-soft">{words.noSessions}</p>
        ) : (
          <ul className="m-0 grid list-none gap-2 p-0">
            {list.map(({ uuid, agent, address, lastUsedAt }) => (
              <li key={uuid} className="flex items-center justify-between gap-2">
                <div className="min-w-0 [overflow-wrap:anywhere]">
                  {words.session(agentName(agent) ?? unknownAgent, address)}
                  <div className="text-xs text-soft">
                    <When epochMs={lastUsedAt} />
                  </div>
                </div>
                <ActButton
                  look="quiet"
                  label={revokeOf(agentName(agent) ?? unknownAgent, address)}
                  onPress={() => end.mutate(uuid)}
                >
                  {revoke}
                </ActButton>
              </li>
            ))}
          </ul>
        )
      }
    </Known>
  )
}
