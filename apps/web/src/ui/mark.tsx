/** The logo; index.html contains the same as favicon. */
export function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-6" fill="none" strokeLinecap="round">
      <rect width="32" height="32" rx="7" fill="#0f766e" />
      <path d="M8.5 23 16 8l7.5 15" stroke="#fff" strokeWidth="2.6" strokeLinejoin="round" />
      <path d="M11.6 18.2h8.8" stroke="#5eead4" strokeWidth="2.6" />
    </svg>
  )
}
