import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { password } from '../../messages/password.ts'
import { login } from '../../messages/login.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../forms/form.tsx'
import { EmailField, StatusMessage, type ViewProps, LoginMethod } from './fields.tsx'

const messages = login.register

/** The response is the same for all addresses, to not reveal who has a login. */
export function RegisterForm({ onView, ...field }: ViewProps) {
  const [isSent, setSent] = useState(false)
  const back = <LoginMethod onPress={() => onView('login')}>{login.back}</LoginMethod>
  if (isSent) return <StatusMessage text={messages.sent}>{back}</StatusMessage>
  return (
    <Form
      schema={credentials.register.body}
      submit={messages.submit}
      action={async (body) => {
        await api.credentials.register({ body })
        setSent(true)
      }}
      aside={back}
    >
      {(errors) => (
        <>
          <EmailField {...field} error={errors.email} />
          <TextField
            label={messages.name}
            hint={messages.nameHint}
            name="name"
            autoComplete="name"
            error={errors.name}
          />
          <TextField
            label={login.password}
            hint={password.hint}
            name="password"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            isRequired
          />
        </>
      )}
    </Form>
  )
}
