import { useState } from 'react'
import { messageOf } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { texts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

export function LoginDialog() {
  const { isLoginOpen, openLogin, closeLogin } = useSession()
  return (
    <Dialog
      title={texts.login.title}
      isOpen={isLoginOpen}
      onOpenChange={(isOpen) => (isOpen ? openLogin() : closeLogin())}
    >
      <LoginForm />
    </Dialog>
  )
}

function LoginForm() {
  const { logIn } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const submit = async (form: FormData) => {
    // Not disabled meanwhile: the button would lose the focus.
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      await logIn(fieldOf(form, 'email'), fieldOf(form, 'password'))
    } catch (error) {
      setFailure(error instanceof Error ? messageOf(error) : texts.somethingWentWrong)
      setPending(false)
    }
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field (WAI-ARIA APG)
        autoFocus
        label={texts.login.email}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
      />
      <TextField
        label={texts.login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <p role="alert" className={failure === null ? 'hidden' : 'm-0 text-sm text-danger'}>
        {failure}
      </p>
      <Button look="primary" type="submit">
        {isPending ? texts.login.submitting : texts.login.submit}
      </Button>
    </form>
  )
}

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
