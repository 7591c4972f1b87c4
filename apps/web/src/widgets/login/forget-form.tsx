import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { login } from '../../messages/login.ts'
import { Form } from '../forms/form.tsx'
import { usePublicConfig } from '../sign-on/use-public-config.ts'
import { EmailField, StatusMessage, type ViewProps, LoginMethod } from './fields.tsx'

const messages = login.forget

/** The response is the same for all addresses, to not reveal who has a login. */
export function ForgetForm({ onView, ...field }: ViewProps) {
  const [isSent, setSent] = useState(false)
  const site = usePublicConfig()
  const back = <LoginMethod onPress={() => onView('login')}>{login.back}</LoginMethod>
  if (site?.sendsMail === false) return <StatusMessage text={messages.noMail}>{back}</StatusMessage>
  if (isSent) return <StatusMessage text={messages.sent}>{back}</StatusMessage>
  return (
    <Form
      schema={credentials.forget.query}
      submit={messages.submit}
      action={async (query) => {
        await api.credentials.forget({ query })
        setSent(true)
      }}
      aside={back}
    >
      {(errors) => <EmailField {...field} error={errors.email} />}
    </Form>
  )
}
