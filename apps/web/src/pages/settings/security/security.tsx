import { credentials } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { ChooseLanguage } from '../../../widgets/language/choose-language.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { password } from '../../../messages/password.ts'
import { settings } from '../../../messages/settings.ts'
import { userMenu } from '../../../messages/user-menu.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { DescriptionList } from '../description-list.tsx'
import type { SectionProps } from '../search.ts'
import { Section } from '../section.tsx'
import { InstallCli } from './install-cli.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './two-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = settings.security

export const Security = (props: SectionProps) => (
  <>
    <Profile />
    <Password />
    <SecondStep />
    <Passkeys />
    <Sessions />
    <Tokens {...props} />
    <InstallCli />
  </>
)

function Profile() {
  const user = useUser()
  const { name, email, role, account, teams } = user
  const facts = {
    name,
    email,
    role,
    account: account.name,
    teams: teams.length === 0 ? messages.profile.noTeams : teams.map(({ name }) => name).join(', '),
  }
  const names = messages.profile.facts
  return (
    <Section title={messages.profile.title}>
      <DescriptionList
        facts={[
          ...Object.entries(facts).map(([key, value]) => [names[key as keyof typeof facts], value] as const),
          [userMenu.language, <ChooseLanguage key="language" user={user} />],
        ]}
      />
    </Section>
  )
}

function Password() {
  const { email } = useUser()
  const [isChanged, setChanged] = useState(false)
  const save = useSaving(api.credentials.change)
  return (
    <Section title={messages.password.title} lead={messages.password.lead}>
      <div className="max-w-sm">
        <Form
          schema={credentials.change.body}
          submit={messages.password.submit}
          action={async (body) => {
            setChanged(false)
            await save({ body })
            setChanged(true)
          }}
          aside={
            <p role="status" className="m-0 text-sm text-soft">
              {isChanged && messages.password.done}
            </p>
          }
        >
          {(errors) => (
            <>
              {/* Password managers need the user name. */}
              <input type="email" hidden readOnly autoComplete="username" value={email} />
              <TextField
                label={messages.password.current}
                name="password"
                type="password"
                autoComplete="current-password"
                error={errors.password}
                isRequired
              />
              <TextField
                label={password.field}
                hint={password.hint}
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
    </Section>
  )
}
