import { type BadgeAccess, badgeAccesses, badgeStyles } from '@assay/contract/badges.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf, query } from '../../../api/query.ts'
import { badges as messages } from '../../../messages/badges.ts'
import { paths, serverAddress } from '../../../paths.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CopyButton } from '../../../widgets/copy-button.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { BadgePreview } from './badge-preview.tsx'
import { type BadgeChoice, badgeFormats, badgeSnippet } from './badges-model.ts'

export function BadgeForm({ overview }: { overview: Overview }) {
  const projectUuid = overview.project.uuid
  const of = { params: { projectUuid } }
  const settingsQuery = useQuery(query(api.badges.settings, of))
  const isAllowed = usePermission()('projects.edit')
  const configure = useConfigure(projectUuid)
  const [choice, setChoice] = useState<BadgeChoice>({
    domain: 'security',
    style: 'flat',
    branch: null,
    format: 'markdown',
  })
  return (
    <QueryView
      query={settingsQuery}
      skeleton={<Skeleton className="h-64 w-full" />}
      failed={messages.failed}
      forbidden={messages.forbidden}
    >
      {(settings) => (
        <>
          <p className="m-0 text-soft">{messages.intro}</p>
          <Radios<BadgeAccess>
            label={messages.access}
            // Shows the new value while it is being saved.
            value={configure.isPending ? configure.variables.access : settings.access}
            options={badgeAccesses.map((value) => {
              const [label, hint] = messages.accesses[value]
              return { value, label, hint }
            })}
            denialReason={isAllowed ? null : messages.notAllowed}
            onChange={(access) => configure.mutate({ access, newSlug: false })}
          />
          <Choices overview={overview} choice={choice} onChange={setChoice} />
          <BadgePreview projectUuid={projectUuid} choice={choice} />
          {settings.access === 'off' ? (
            <p className="m-0 text-soft">{messages.offHint}</p>
          ) : (
            <Snippet
              text={badgeSnippet(choice, {
                origin: serverAddress(),
                projectUuid,
                reportPath: paths.projectReport(projectUuid),
                settings,
              })}
              hint={choice.format === 'shields' ? messages.shieldsHint : messages.cacheHint}
            />
          )}
          {isAllowed && settings.access === 'slug' && (
            <p className="m-0 flex flex-wrap items-center gap-3">
              <Button onPress={() => configure.mutate({ access: 'slug', newSlug: true })}>
                {messages.renew}
              </Button>
              <span className="text-soft">{messages.renewHint}</span>
            </p>
          )}
        </>
      )}
    </QueryView>
  )
}

function useConfigure(projectUuid: string) {
  const queries = useQueryClient()
  const of = { params: { projectUuid } }
  return useMutation({
    mutationFn: (body: { access: BadgeAccess; newSlug: boolean }) => api.badges.configure({ ...of, body }),
    onSuccess: (settings, { newSlug }) => {
      queries.setQueryData(query(api.badges.settings, of).queryKey, settings)
      showNotice(newSlug ? messages.renewed : messages.saved)
    },
    onError: (error) => showAlert(messageOf(error)),
  })
}

interface ChoicesProps {
  overview: Overview
  choice: BadgeChoice
  onChange: (choice: BadgeChoice) => void
}

/** '' is unused, because branch names are never empty. */
const mainBranch = ''

function Choices({ overview, choice, onChange }: ChoicesProps) {
  const select = <T extends string>(label: string, { values, names, value, change }: ChoiceProps<T>) => (
    <SelectField
      label={label}
      value={value}
      options={values.map((each) => ({ value: each, label: names[each] }))}
      onChange={(next) => change(values.find((each) => each === next)!)}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {select(messages.domain, {
        values: domains,
        names: messages.domains,
        value: choice.domain,
        change: (domain) => onChange({ ...choice, domain }),
      })}
      <SelectField
        label={messages.branch}
        value={choice.branch ?? mainBranch}
        options={[
          { value: mainBranch, label: messages.mainBranch },
          ...overview.branches.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(name) => onChange({ ...choice, branch: name === mainBranch ? null : name })}
      />
      {select(messages.format, {
        values: badgeFormats,
        names: messages.formats,
        value: choice.format,
        change: (format) => onChange({ ...choice, format }),
      })}
      {choice.format !== 'shields' &&
        select(messages.style, {
          values: badgeStyles,
          names: messages.styles,
          value: choice.style,
          change: (style) => onChange({ ...choice, style }),
        })}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  values: readonly T[]
  names: Readonly<Record<T, string>>
  value: T
  change: (value: T) => void
}

function Snippet({ text, hint }: { text: string; hint: string }) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-2">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {messages.snippet}
      </label>
      <textarea
        id={id}
        readOnly
        rows={3}
        value={text}
        onFocus={({ target }) => target.select()}
        className="w-full min-w-0 resize-none rounded-md border border-control bg-raised px-3 py-2 font-mono text-xs break-all text-ink"
      />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton key={text} text={text} variant="primary" />
        <span className="text-soft">{hint}</span>
      </div>
    </div>
  )
}
