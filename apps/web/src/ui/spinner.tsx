interface Props {
  label: string
  isFullPage?: boolean
}

export function Spinner({ label, isFullPage = false }: Props) {
  return (
    <div role="status" className={`grid place-items-center ${isFullPage ? 'min-h-dvh' : 'py-10'}`}>
      <span aria-hidden className="size-6 animate-spin rounded-full border-2 border-line border-t-accent" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
