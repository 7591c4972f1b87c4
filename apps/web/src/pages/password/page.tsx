import { credentials } from '@assay/contract/credentials.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.tsx'
import { Form } from '../../parts/form.tsx'
import { Nothing } from '../../parts/nothing.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { TextField } from '../../ui/text-field.tsx'

const words = texts.password

/** Behind a mailed link, of an invitation or for a forgotten password: choosing one logs in. */
export function PasswordPage() {
  useTitle(words.title)
  const token = useLocation({ select: ({ hash }) => hash })
  const { enter } = useSession()
  const navigate = useNavigate()
  if (token === '') return <Nothing title={words.noLink} hint={words.noLinkHint} />
  return (
    <section className="mx-auto grid w-full max-w-sm gap-4 rounded-card border border-line bg-surface p-6 sm:mt-16">
      <h1 className="m-0 text-lg font-semibold">{words.title}</h1>
      <p className="m-0 text-base text-soft">{words.lead}</p>
      <Form
        schema={credentials.reset.body}
        submit={words.submit}
        act={async (body) => {
          await enter(await api.credentials.reset({ body }))
          await navigate({ to: paths.dashboard, replace: true })
        }}
      >
        {(errors) => (
          <>
            <input type="hidden" name="token" value={token} />
            <TextField
              label={words.field}
              hint={words.hint}
              name="password"
              type="password"
              autoComplete="new-password"
              error={errors.password}
              isRequired
            />
          </>
        )}
      </Form>
    </section>
  )
}
