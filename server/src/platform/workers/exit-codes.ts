/** The database was upgraded. This code customarily means that another try may succeed, here with the newer program. */
export const EXIT_OUTDATED = 75
