import type { Member } from '@assay/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { factors } from '../../../messages/factors.ts'
import { settings } from '../../../messages/settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { agentName } from '../agent-name.ts'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Factors } from './member-factors.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = factors.members

interface Props {
  member: Member
  onClose: () => void
}

/** Authentication methods and sessions of a member, for administrators. */
export function MemberSecurity({ member, onClose }: Props) {
  const [isResetting, setResetting] = useState(false)
  const { uuid: memberUuid, name, factors: memberFactors } = member
  return (
    <Dialog title={messages.title(name)} isOpen onOpenChange={onClose}>
      {memberFactors && (
        <Section title={messages.factors}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Factors factors={memberFactors} />
            {memberFactors.length > 0 && (
              <ActionButton onPress={() => setResetting(true)}>{messages.reset}</ActionButton>
            )}
          </div>
        </Section>
      )}
      <Section title={messages.sessions}>
        <SessionList memberUuid={memberUuid} />
      </Section>
      {isResetting && (
        <Confirm
          title={messages.resetTitle(name)}
          text={messages.resetText}
          submit={messages.reset}
          action={() => api.mfa.change({ params: { memberUuid }, body: null })}
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
  const end = useMutationWithToast((sessionUuid: string) =>
    api.members.endSession({ params: { ...params, sessionUuid } }),
  )
  const { unknownAgent, revoke, revokeOf } = settings.security.sessions
  return (
    <SettingsQuery query={sessions}>
      {(list) =>
        list.length === 0 ? (
          <p className="m-0 text-soft">{messages.noSessions}</p>
        ) : (
          <ul className="m-0 grid list-none gap-2 p-0">
            {list.map(({ uuid, agent, address, lastUsedAt }) => (
              <li key={uuid} className="flex items-center justify-between gap-2">
                <div className="min-w-0 [overflow-wrap:anywhere]">
                  {messages.session(agentName(agent) ?? unknownAgent, address)}
                  <div className="text-xs text-soft">
                    <When epochMs={lastUsedAt} />
                  </div>
                </div>
                <ActionButton
                  variant="quiet"
                  label={revokeOf(agentName(agent) ?? unknownAgent, address)}
                  onPress={() => end.mutate(uuid)}
                >
                  {revoke}
                </ActionButton>
              </li>
            ))}
          </ul>
        )
      }
    </SettingsQuery>
  )
}
