import type { ProviderType } from '@assay/contract/vocabulary.ts'
import type { Reauthentication } from '@assay/contract/reauthentication.ts'
import type { MfaMethod } from '@assay/contract/credentials.ts'
import { messages as problemMessages } from '@assay/contract/problem.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { askForPasskey, canUsePasskeys } from '../../../widgets/sign-on/passkeys.ts'
import { SendCode } from '../../../widgets/second-factor/send-code.tsx'
import { returnPath } from '../../../widgets/sign-on/sign-on.ts'
import { factors } from '../../../messages/factors.ts'
import { secondFactor } from '../../../messages/second-factor.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useUser } from '../use-user.ts'

const messages = factors.confirm

interface Props {
  methods: Reauthentication
  onDone: () => void
  onCancel: () => void
}

/** Reauthenticates with password and code, a passkey, or the single sign-on provider. */
export const CredentialForms = ({ methods, onDone, onCancel }: Props) => (
  <>
    {methods.password && <ByPassword codes={methods.codes} onDone={onDone} onCancel={onCancel} />}
    {methods.passkey && canUsePasskeys() && <ByPasskey onDone={onDone} />}
    {(methods.signOn.length > 0 || (!methods.password && !methods.passkey)) && (
      <BySignOn providers={methods.signOn} />
    )}
  </>
)

const required = z.string().min(1, problemMessages.required)

interface PasswordProps extends Omit<Props, 'methods'> {
  codes: readonly MfaMethod[]
}

function ByPassword({ codes, onDone, onCancel }: PasswordProps) {
  const { email } = useUser()
  const [method, setMethod] = useState(codes[0] ?? null)
  const schema = z.object({ password: required, ...(method !== null && { totp: required }) })
  return (
    <Form
      schema={schema}
      submit={messages.submit}
      action={async ({ password, totp }) => {
        const code = method !== null && { code: { method, totp: String(totp) } }
        await api.reauthentication.confirm({ body: { password, ...code } })
        onDone()
      }}
      aside={
        <Button variant="quiet" onPress={onCancel}>
          {messages.cancel}
        </Button>
      }
    >
      {(errors) => (
        <>
          {/* Password managers need the user name. */}
          <input type="email" hidden readOnly autoComplete="username" value={email} />
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's first field takes the focus
            autoFocus
            label={messages.password}
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
                  label={messages.method}
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
      await api.reauthentication.confirm({ body: { credential } })
      onDone()
    } catch (error) {
      setFailure(error instanceof DOMException ? messages.passkeyFailed : messageOf(error))
    }
  }
  return (
    <div className="grid gap-2">
      <Button onPress={() => void confirm()}>{messages.passkey}</Button>
      <p role="alert" className="m-0 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </div>
  )
}

function BySignOn({ providers }: { providers: Reauthentication['signOn'] }) {
  const { logOut } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const leave = async (type: ProviderType) => {
    setFailure(null)
    try {
      const { url } = await api.reauthentication.startSignOn({ body: { type, returnTo: returnPath() } })
      location.assign(url)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <div className="grid gap-2">
      <p className="m-0">{providers.length > 0 ? messages.signOn : messages.noMethod}</p>
      {providers.map(({ type, name }) => (
        <Button key={type} onPress={() => void leave(type)}>
          {messages.provider(name)}
        </Button>
      ))}
      {providers.length === 0 && <Button onPress={logOut}>{messages.logOut}</Button>}
      <p role="alert" className="m-0 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </div>
  )
}
