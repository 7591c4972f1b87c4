import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { site } from '../../messages/site.ts'

interface Text {
  title: string
  body: string
  questions: readonly (readonly [question: string, answer: string])[]
}

function Lead({ title, body }: Text) {
  useTitle(title)
  return (
    <>
      <h1 className="m-0 mb-3 text-lg font-semibold">{title}</h1>
      <p className="m-0">{body}</p>
    </>
  )
}

const Questions = ({ questions }: Pick<Text, 'questions'>) => (
  <dl className="m-0 mt-6 grid gap-4">
    {questions.map(([question, answer]) => (
      <div key={question}>
        <dt className="font-medium">{question}</dt>
        <dd className="m-0 text-soft">{answer}</dd>
      </div>
    ))}
  </dl>
)

const TextPage = ({ id, ...text }: Text & { id?: string }) => (
  <article id={id} className="max-w-2xl text-base">
    <Lead {...text} />
    {text.questions.length > 0 && <Questions {...text} />}
  </article>
)

export const TermsPage = () => <TextPage {...site.terms} />
export const PrivacyPage = () => <TextPage {...site.privacy} />

export const PlansPage = () => <TextPage id="faq" {...site.plans} />

export function NotFoundPage() {
  useTitle(site.notFound.title)
  return (
    <EmptyState title={site.notFound.title} isPage>
      <Link data-target to={paths.dashboard} className="text-accent underline underline-offset-2">
        {site.notFound.back}
      </Link>
    </EmptyState>
  )
}
