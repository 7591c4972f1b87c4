import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.tsx'
import { login as words } from '../../texts/login.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../form.tsx'
import { useSite } from '../use-site.ts'
import { EmailField, type ViewProps, Way } from './fields.tsx'
import { OtherWays } from './other-ways.tsx'

export function LoginForm({ onView, ...field }: ViewProps) {
  const { enter, refusal } = useSession()
  const [domain, setDomain] = useState(domainOf(field.email))
  const site = useSite(domain)
  return (
    <>
      {refusal !== null && (
        <p
          role="alert"
          className="m-0 rounded-md border border-line border-l-danger bg-raised px-3 py-2 text-sm [border-left-width:3px]"
        >
          {refusal}
        </p>
      )}
      <Form
        schema={credentials.login.body}
        submit={words.submit}
        act={async (body) => enter(await api.credentials.login({ body }))}
        aside={<Way onPress={() => onView('forget')}>{words.forget.link}</Way>}
      >
        {(errors) => (
          <>
            <EmailField
              {...field}
              error={errors.email}
              autoComplete="username webauthn"
              onBlur={() => setDomain(domainOf(field.email))}
            />
            <TextField
              label={words.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={errors.password}
              isRequired
            />
          </>
        )}
      </Form>
      <OtherWays site={site} />
      {site?.allowsRegistration === true && (
        <p className="m-0 text-sm text-soft">
          {words.register.question} <Way onPress={() => onView('register')}>{words.register.link}</Way>
        </p>
      )}
    </>
  )
}

/** Of a whole address; the providers of its account are offered then. */
const domainOf = (email: string) => /@(\S+\.\S+)$/.exec(email.trim())?.[1]
