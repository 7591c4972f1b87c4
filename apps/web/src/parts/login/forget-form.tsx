import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { login } from '../../texts/login.ts'
import { Form } from '../form.tsx'
import { useSite } from '../use-site.ts'
import { EmailField, Said, type ViewProps, Way } from './fields.tsx'

const words = login.forget

/** The answer is the same for all addresses: it does not tell who has a login. */
export function ForgetForm({ onView, ...field }: ViewProps) {
  const [isSent, setSent] = useState(false)
  const site = useSite()
  const back = <Way onPress={() => onView('login')}>{login.back}</Way>
  if (site?.sendsMail === false) return <Said text={words.noMail}>{back}</Said>
  if (isSent) return <Said text={words.sent}>{back}</Said>
  return (
    <Form
      schema={credentials.forget.query}
      submit={words.submit}
      act={async (query) => {
        await api.credentials.forget({ query })
        setSent(true)
      }}
      aside={back}
    >
      {(errors) => <EmailField {...field} error={errors.email} />}
    </Form>
  )
}
