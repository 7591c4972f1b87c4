import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Form } from '../../parts/form.tsx'
import { texts } from '../../texts.ts'
import { settings } from '../../texts/settings.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Part } from './part.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { useSaving } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = settings.security

export const Security = () => (
  <>
    <Profile />
    <Password />
    <Sessions />
    <Tokens />
  </>
)

function Profile() {
  const { name, email, role, account, teams } = useUser()
  const facts = {
    name,
    email,
    role,
    account: account.name,
    teams: teams.length === 0 ? words.profile.noTeams : teams.map(({ name }) => name).join(', '),
  }
  return (
    <Part title={words.profile.title}>
      <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.entries(facts).map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-soft">{words.profile.facts[key as keyof typeof facts]}</dt>
            <dd className="m-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Password() {
  const { email } = useUser()
  const [isChanged, setChanged] = useState(false)
  const save = useSaving(api.credentials.change)
  return (
    <Part title={words.password.title} lead={words.password.lead}>
      <div className="max-w-sm">
        <Form
          schema={credentials.change.body}
          submit={words.password.submit}
          act={async (body) => {
            setChanged(false)
            await save({ body })
            setChanged(true)
          }}
          aside={
            <p role="status" className="m-0 text-sm text-soft">
              {isChanged && words.password.done}
            </p>
          }
        >
          {(errors) => (
            <>
              {/* Password managers want to know whose it is. */}
              <input type="email" hidden readOnly autoComplete="username" value={email} />
              <TextField
                label={words.password.current}
                name="password"
                type="password"
                autoComplete="current-password"
                error={errors.password}
                isRequired
              />
              <TextField
                label={texts.password.field}
                hint={texts.password.hint}
                name="newPassword"
                type="password"
                autoComplete="new-password"
                error={errors.newPassword}
                isRequired
              />
            </>
          )}
        </Form>
      </div>
    </Part>
  )
}
