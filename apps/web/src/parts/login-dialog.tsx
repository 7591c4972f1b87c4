import { credentials } from '@assay/contract/credentials.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import { query } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { texts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Form } from './form.tsx'

const words = texts.login

type View = 'login' | 'forget' | 'register'

export function LoginDialog() {
  const { isLoginOpen, openLogin, closeLogin } = useSession()
  const [view, setView] = useState<View>('login')
  const change = (isOpen: boolean) => {
    setView('login')
    if (isOpen) openLogin()
    else closeLogin()
  }
  return (
    <Dialog title={titles[view]} isOpen={isLoginOpen} onOpenChange={change}>
      {view === 'login' && <LoginForm onView={setView} />}
      {view === 'forget' && <ForgetForm onView={setView} />}
      {view === 'register' && <RegisterForm onView={setView} />}
    </Dialog>
  )
}

const titles = { login: words.title, forget: words.forget.title, register: words.register.title }

interface FormProps {
  onView: (view: View) => void
}

function LoginForm({ onView }: FormProps) {
  const { enter } = useSession()
  const site = useQuery({ ...query(api.site.get, {}), staleTime: Infinity })
  return (
    <>
      <Form
        schema={credentials.login.body}
        submit={words.submit}
        act={async (body) => enter(await api.credentials.login({ body }))}
        aside={<Way onPress={() => onView('forget')}>{words.forget.link}</Way>}
      >
        {(errors) => (
          <>
            <EmailField error={errors.email} />
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
      {site.data?.allowsRegistration === true && (
        <p className="m-0 text-sm text-soft">
          {words.register.question} <Way onPress={() => onView('register')}>{words.register.link}</Way>
        </p>
      )}
    </>
  )
}

/** The answer is the same for all addresses: it does not tell who has a login. */
function ForgetForm({ onView }: FormProps) {
  const [isSent, setSent] = useState(false)
  const site = useQuery({ ...query(api.site.get, {}), staleTime: Infinity })
  const back = <Way onPress={() => onView('login')}>{words.back}</Way>
  if (site.data?.sendsMail === false) return <Said text={words.forget.noMail}>{back}</Said>
  if (isSent) return <Said text={words.forget.sent}>{back}</Said>
  return (
    <Form
      schema={credentials.forget.query}
      submit={words.forget.submit}
      act={async (query) => {
        await api.credentials.forget({ query })
        setSent(true)
      }}
      aside={back}
    >
      {(errors) => <EmailField error={errors.email} />}
    </Form>
  )
}

/** The answer is the same for all addresses: it does not tell who has a login. */
function RegisterForm({ onView }: FormProps) {
  const [isSent, setSent] = useState(false)
  const back = <Way onPress={() => onView('login')}>{words.back}</Way>
  if (isSent) return <Said text={words.register.sent}>{back}</Said>
  return (
    <Form
      schema={credentials.register.body}
      submit={words.register.submit}
      act={async (body) => {
        await api.credentials.register({ body })
        setSent(true)
      }}
      aside={back}
    >
      {(errors) => (
        <>
          <EmailField error={errors.email} />
          <TextField
            label={words.register.name}
            hint={words.register.nameHint}
            name="name"
            autoComplete="name"
            error={errors.name}
          />
          <TextField
            label={words.password}
            hint={texts.password.hint}
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

const EmailField = ({ error }: { error: string | undefined }) => (
  <TextField
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field (WAI-ARIA APG)
    autoFocus
    label={words.email}
    name="email"
    type="email"
    autoComplete="username"
    error={error}
    isRequired
  />
)

const Said = ({ text, children }: { text: string; children: ReactNode }) => (
  <>
    <p role="status" className="m-0 text-base">
      {text}
    </p>
    <div>{children}</div>
  </>
)

const Way = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button look="quiet" onPress={onPress}>
    {children}
  </Button>
)
