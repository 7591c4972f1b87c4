import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { messageOf } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { assistant as messages } from '../messages/assistant.ts'
import { paths } from '../paths.ts'
import { showAlert } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  about: { adviceID: string } | { projectUuid: string; branch: string }
}

/** Starts a conversation about the page's subject. */
export function AskAssistant({ about }: Props) {
  const navigate = useNavigate()
  const { state } = useSession()
  const begin = useMutation({
    mutationFn: () =>
      'adviceID' in about
        ? api.barista.createAround({ body: about })
        : api.barista.createWithSummary({ body: about }),
    onSuccess: ({ id }) => navigate({ to: paths.assistant, search: { id } }),
    onError: (error) => showAlert(messageOf(error)),
  })
  if (state.status !== 'member') return null
  return (
    <Button
      title={messages.askHint}
      aria-busy={begin.isPending}
      onPress={() => begin.isPending || begin.mutate()}
    >
      {messages.ask}
    </Button>
  )
}
