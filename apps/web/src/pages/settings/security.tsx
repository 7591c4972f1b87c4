import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Form } from '../../parts/form.tsx'
import { texts } from '../../texts.ts'
import { settings } from '../../texts/settings.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Facts } from './facts.tsx'
import { Part } from './part.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { useSaving } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = settings.security

export const Security = () => (
  <>
    <Profile />
    <Password />
    <SecondStep />
    <Passkeys />
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
  const names = words.profile.facts
  return (
    <Part title={words.profile.title}>
      <Facts facts={Object.entries(facts).map(([key, value]) => [names[key as keyof typeof facts], value])} />
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
