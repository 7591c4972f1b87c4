import type { Confirmation } from '@assay/contract/confirmation.ts'
import type { MfaMethod } from '@assay/contract/credentials.ts'
import { messages } from '@assay/contract/problem.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { Form } from '../../parts/form.tsx'
import { askForPasskey, canUsePasskeys } from '../../parts/passkeys.ts'
import { SendCode } from '../../parts/second-factor/send-code.tsx'
import { providersOf, signOnAt } from '../../parts/sign-on.ts'
import { useSite } from '../../parts/use-site.ts'
import { factors } from '../../texts/factors.ts'
import { login } from '../../texts/login.ts'
import { secondFactor } from '../../texts/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUser } from './use-user.ts'

const words = factors.confirm

interface Props {
  ways: Confirmation
  onDone: () => void
  onCancel: () => void
}

/** By password and code, by a passkey; who has neither came by a provider, and goes there again. */
export const Proof = ({ ways, onDone, onCancel }: Props) => (
  <>
    {ways.password && <ByPassword codes={ways.codes} onDone={onDone} onCancel={onCancel} />}
    {ways.passkey && canUsePasskeys() && <ByPasskey onDone={onDone} />}
    {!ways.password && !ways.passkey && <BySignOn />}
  </>
)

const required = z.string().min(1, messages.required)

interface PasswordProps extends Omit<Props, 'ways'> {
  codes: readonly MfaMethod[]
}

function ByPassword({ codes, onDone, onCancel }: PasswordProps) {
  const { email } = useUser()
  const [method, setMethod] = useState(codes[0] ?? null)
  const schema = z.object({ password: required, ...(method !== null && { totp: required }) })
  return (
    <Form
      schema={schema}
      submit={words.submit}
      act={async ({ password, totp }) => {
        const code = method !== null && { code: { method, totp: String(totp) } }
        await api.confirmation.confirm({ body: { password, ...code } })
        onDone()
      }}
      aside={
        <Button look="quiet" onPress={onCancel}>
          {words.cancel}
        </Button>
      }
    >
      {(errors) => (
        <>
          {/* Password managers want to know whose it is. */}
          <input type="email" hidden readOnly autoComplete="username" value={email} />
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the dialog asks for takes the focus
            autoFocus
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            error={errors.password}
            isRequired
          />
          {method !== null && (
            <>
              {codes.length > 1 && (
                <Segments
                  label={words.method}
                  value={method}
                  options={codes.map((value) => ({ value, label: shortNames[value] }))}
                  onChange={setMethod}
                />
              )}
              {method === 'sms' && <SendCode />}
              <TextField
                label={secondFactor.methods[method].label}
                name="totp"
                autoComplete={method === 'scratch-codes' ? 'off' : 'one-time-code'}
                inputMode={method === 'scratch-codes' ? 'text' : 'numeric'}
                autoCapitalize="none"
                spellCheck={false}
                error={errors.totp}
                isRequired
              />
            </>
          )}
        </>
      )}
    </Form>
  )
}

const shortNames = {
  ...secondFactor.setUp.methods,
  'scratch-codes': secondFactor.methods['scratch-codes'].label,
}

function ByPasskey({ onDone }: Pick<Props, 'onDone'>) {
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setFailure(null)
    try {
      const credential = await askForPasskey({ mediation: 'optional' })
      await api.confirmation.confirm({ body: { credential } })
      onDone()
    } catch (error) {
      setFailure(error instanceof DOMException ? words.passkeyFailed : messageOf(error as Error))
    }
  }
  return (
    <div className="grid gap-2">
      <Button onPress={() => void confirm()}>{words.passkey}</Button>
      <p role="alert" className="m-0 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </div>
  )
}

function BySignOn() {
  const providers = providersOf(useSite())
  const { logOut } = useSession()
  return (
    <div className="grid gap-2">
      <p className="m-0">{words.signOn}</p>
      {providers.map((provider) => (
        <Button key={provider.id} onPress={() => signOnAt(provider)}>
          {login.provider(provider.name)}
        </Button>
      ))}
      {providers.length === 0 && <Button onPress={logOut}>{words.logOut}</Button>}
    </div>
  )
}
