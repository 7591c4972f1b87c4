import type { SignOnCheck } from '@assay/contract/sso.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { signOn as words } from '../../../texts/sign-on.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Confirm } from '../confirm.tsx'
import { Copied } from '../copied.tsx'
import { Part } from '../part.tsx'
import { useAct } from '../use-act.ts'
import { useUser } from '../use-user.ts'
import { Findings } from './findings.tsx'

interface Props {
  type: 'oidc' | 'saml'
  /** null: there is none yet. */
  kept: { isActive: boolean } | null
  addresses: readonly (readonly [name: string, value: string])[]
  /** The form. */
  children: ReactNode
}

/** One way to log in: what the provider is told, what it is, whether it counts. */
export function Provider({ type, kept, addresses, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const state = kept === null ? 'none' : kept.isActive ? 'active' : 'inactive'
  const { title, lead } = words[type]
  return (
    <Part
      title={title}
      lead={lead}
      acts={
        kept === null && !isOpen ? (
          <Button aria-label={words.setUpOf(title)} onPress={() => setOpen(true)}>
            {words.setUp}
          </Button>
        ) : (
          <Badge look={state === 'active' ? 'good' : 'plain'}>{words.states[state]}</Badge>
        )
      }
    >
      {kept === null && !isOpen ? (
        <p className="m-0 text-soft">{words[type].none}</p>
      ) : (
        <div className="grid gap-6">
          <section className="grid gap-3">
            <h3 className="m-0 text-sm font-medium">{words.register}</h3>
            <Copied values={addresses} />
          </section>
          <section className="grid gap-3">
            <h3 className="m-0 text-sm font-medium">{words.settings}</h3>
            {children}
          </section>
          {kept && <Use type={type} isActive={kept.isActive} />}
        </div>
      )}
    </Part>
  )
}

function Use({ type, isActive }: { type: Props['type']; isActive: boolean }) {
  const params = { accountUuid: useUser().account.uuid, type }
  const [isLeaving, setLeaving] = useState(false)
  const check = useMutation<SignOnCheck>({
    mutationFn: () => api.sso.check({ params }),
    onError: (error) => showAlert(messageOf(error)),
  })
  const activate = useAct((active: boolean) => api.sso.activate({ params, query: { active: `${active}` } }))
  return (
    <section className="grid gap-4 border-t border-line-soft pt-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="mr-auto">
          <Switch
            label={words.active.label}
            hint={words.active.hint}
            isOn={activate.isPending ? activate.variables : isActive}
            onChange={(isOn) => activate.mutate(isOn)}
          />
        </div>
        <div className="flex gap-2">
          <Button aria-busy={check.isPending} onPress={() => check.isPending || check.mutate()}>
            {words.check.act}
          </Button>
          <Button look="danger" onPress={() => setLeaving(true)}>
            {words.remove}
          </Button>
        </div>
      </div>
      <div role="status">{check.data && <Findings {...check.data} />}</div>
      {isLeaving && (
        <Confirm
          title={words.removeTitle(words[type].title)}
          text={words.removeText}
          submit={words.remove}
          act={() => api.sso.remove({ params })}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  )
}
