import type { IdentityProvider } from '@assay/contract/vocabulary.ts'
import type { SignOnCheck } from '@assay/contract/sso.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { signOn as messages } from '../../../messages/sign-on.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { Copied } from '../copied.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

interface Props {
  type: IdentityProvider
  /** null if not configured. */
  saved: { isActive: boolean } | null
  addresses: readonly (readonly [name: string, value: string])[]
  /** The form. */
  children: ReactNode
}

/** A single sign-on provider: values to configure there, if any, settings and state. */
export function Provider({ type, saved, addresses, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const state = saved === null ? 'none' : saved.isActive ? 'active' : 'inactive'
  const { title, lead } = messages[type]
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        saved === null && !isOpen ? (
          <Button aria-label={messages.setUpOf(title)} onPress={() => setOpen(true)}>
            {messages.setUp}
          </Button>
        ) : (
          <Badge variant={state === 'active' ? 'good' : 'plain'}>{messages.states[state]}</Badge>
        )
      }
    >
      {saved === null && !isOpen ? (
        <p className="m-0 text-soft">{messages[type].none}</p>
      ) : (
        <div className="grid gap-6">
          {addresses.length > 0 && (
            <section className="grid gap-3">
              <h3 className="m-0 text-sm font-medium">{messages.register}</h3>
              <Copied values={addresses} />
            </section>
          )}
          <section className="grid gap-3">
            <h3 className="m-0 text-sm font-medium">{messages.settings}</h3>
            {children}
          </section>
          {saved && <Use type={type} isActive={saved.isActive} />}
        </div>
      )}
    </Section>
  )
}

function Use({ type, isActive }: { type: Props['type']; isActive: boolean }) {
  const params = { accountUuid: useUser().account.uuid, type }
  const [isLeaving, setLeaving] = useState(false)
  const check = useMutation<SignOnCheck>({
    mutationFn: () => api.sso.check({ params }),
    onError: (error) => showAlert(messageOf(error)),
  })
  const activate = useMutationWithToast((active: boolean) =>
    api.sso.activate({ params, query: { active: `${active}` } }),
  )
  return (
    <section className="grid gap-4 border-t border-line-soft pt-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="mr-auto">
          <Switch
            label={messages.active.label}
            hint={messages.active.hint}
            isOn={activate.isPending ? activate.variables : isActive}
            onChange={(isOn) => activate.mutate(isOn)}
          />
        </div>
        <div className="flex gap-2">
          <Button aria-busy={check.isPending} onPress={() => check.isPending || check.mutate()}>
            {messages.check.action}
          </Button>
          <Button variant="danger" onPress={() => setLeaving(true)}>
            {messages.remove}
          </Button>
        </div>
      </div>
      <div role="status">{check.data && <Findings {...check.data} />}</div>
      {isLeaving && (
        <Confirm
          title={messages.removeTitle(messages[type].title)}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.sso.remove({ params })}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  )
}

/** Test results, distinguished by more than color. */
const Findings = ({ isRight, findings }: SignOnCheck) => (
  <div className="grid gap-2 rounded-md bg-hover p-3">
    <p className="m-0 font-medium">{isRight ? messages.check.right : messages.check.wrong}</p>
    <ul className="m-0 grid list-none gap-1 p-0">
      {findings.map(({ isRight, message }) => (
        <li key={message} className="flex items-baseline gap-2">
          <span className="w-16 shrink-0">
            <Badge variant={isRight ? 'good' : 'bad'}>
              {isRight ? messages.check.ok : messages.check.notOk}
            </Badge>
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
