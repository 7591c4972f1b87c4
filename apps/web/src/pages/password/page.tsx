import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { credentials } from '@assay/contract/credentials.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.tsx'
import { Form } from '../../widgets/forms/form.tsx'
import { IncompleteLink } from '../../widgets/notices/incomplete-link.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { paths } from '../../paths.ts'
import { password, verify } from '../../messages/password.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Target of an invitation or reset link: setting the password logs in. */
export function PasswordPage() {
  const messages = password
  const { token, proceed } = useMailedLink()
  return (
    <MailedLink title={messages.title} lead={messages.lead} token={token}>
      <Form
        schema={credentials.reset.body}
        submit={messages.submit}
        action={async (body) => proceed(await api.credentials.reset({ body }))}
      >
        {(errors) => (
          <>
            <input type="hidden" name="token" value={token} />
            <TextField
              label={messages.field}
              hint={messages.hint}
              name="password"
              type="password"
              autoComplete="new-password"
              error={errors.password}
              isRequired
            />
          </>
        )}
      </Form>
    </MailedLink>
  )
}

/** Target of a registration link. */
export function VerifyPage() {
  const messages = verify
  const { token, proceed } = useMailedLink()
  return (
    <MailedLink title={messages.title} lead={messages.lead} token={token}>
      <Form
        schema={credentials.verify.body}
        submit={messages.submit}
        action={async (body) => proceed(await api.credentials.verify({ body }))}
      >
        {(errors) => (
          <>
            <input type="hidden" name="token" value={token} />
            <TextField
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
    </MailedLink>
  )
}

/** The token in the URL fragment, and a function that continues as the logged-in member. */
function useMailedLink() {
  const token = useLocation({ select: ({ hash }) => hash })
  const { logIn } = useSession()
  const navigate = useNavigate()
  return {
    token,
    async proceed(answer: AccessToken | LoginChallenge) {
      await logIn(answer)
      await navigate({ to: paths.dashboard, replace: true })
    },
  }
}

interface Props {
  title: string
  lead: string
  token: string
  children: ReactNode
}

function MailedLink({ title, lead, token, children }: Props) {
  useTitle(title)
  if (token === '') return <IncompleteLink title={password.noLink} hint={password.noLinkHint} />
  return (
    <section className="mx-auto grid w-full max-w-sm gap-4 rounded-card border border-line bg-surface p-6 sm:mt-16">
      <h1 className="m-0 text-lg font-semibold">{title}</h1>
      <p className="m-0 text-base text-soft">{lead}</p>
      {children}
    </section>
  )
}
