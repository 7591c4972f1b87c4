import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.tsx'
import { login as messages } from '../../messages/login.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../forms/form.tsx'
import { usePublicConfig } from '../sign-on/use-public-config.ts'
import { EmailField, type ViewProps, LoginMethod } from './fields.tsx'
import { OtherLoginMethods } from './other-login-methods.tsx'

export function LoginForm({ onView, ...field }: ViewProps) {
  const { logIn, loginError } = useSession()
  // After a session ends, only the password is requested.
  const [isKnown] = useState(field.email !== '')
  const [domain, setDomain] = useState(domainOf(field.email))
  const site = usePublicConfig(domain)
  const { ldap: directory = null, account = null } = site?.ways ?? {}
  return (
    <>
      {loginError !== null && (
        <p
          role="alert"
          className="m-0 rounded-md border border-line border-l-danger bg-raised px-3 py-2 text-sm [border-left-width:3px]"
        >
          {loginError}
        </p>
      )}
      <Form
        schema={credentials.login.body}
        submit={messages.submit}
        action={async (body) => logIn(await api.credentials.login({ body }))}
        aside={<LoginMethod onPress={() => onView('forget')}>{messages.forget.link}</LoginMethod>}
      >
        {(errors) => (
          <>
            <EmailField
              {...field}
              error={errors.email}
              autoComplete="username webauthn"
              takesName={directory !== null}
              hint={directory === null ? undefined : messages.directory(directory)}
              onBlur={() => setDomain(domainOf(field.email))}
            />
            {directory !== null && account !== null && <input type="hidden" name="account" value={account} />}
            <TextField
              data-focus={isKnown || undefined}
              label={messages.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={errors.password}
              isRequired
            />
          </>
        )}
      </Form>
      <OtherLoginMethods site={site} />
      {site?.allowsRegistration === true && (
        <p className="m-0 text-sm text-soft">
          {messages.register.question}{' '}
          <LoginMethod onPress={() => onView('register')}>{messages.register.link}</LoginMethod>
        </p>
      )}
    </>
  )
}

/** For a complete address, offers the providers of its account. */
const domainOf = (email: string) => /@(\S+\.\S+)$/.exec(email.trim())?.[1]
