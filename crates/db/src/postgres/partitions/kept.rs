//! What a table is besides its rows and columns, so that another one can take its place.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::lines;
use crate::error::DbError;

/// What is lost with the table that has it, and not known here.
const STRANGE: &str = "\
    SELECT 'the trigger ' || tgname AS line FROM pg_trigger \
    WHERE tgrelid = CAST($1 AS regclass) AND NOT tgisinternal \
    UNION ALL \
    SELECT 'the publication ' || p.pubname FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid \
    WHERE r.prrelid = CAST($1 AS regclass) \
    UNION ALL \
    SELECT DISTINCT 'the view ' || v.relname FROM pg_depend d \
    JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class \
    WHERE d.classid = CAST('pg_rewrite' AS regclass) AND d.refobjid = CAST($1 AS regclass) \
    UNION ALL \
    SELECT 'the policy ' || polname FROM pg_policy WHERE polrelid = CAST($1 AS regclass)";

const COLUMNS: &str = "\
    SELECT quote_ident(attname) AS line FROM pg_attribute \
    WHERE attrelid = CAST($1 AS regclass) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' \
    ORDER BY attnum";

/// A divided table has none: its parts do.
const SETTINGS: &str = "\
    SELECT unnest(reloptions) AS line FROM pg_class \
    WHERE oid = coalesce((SELECT min(inhrelid) FROM pg_inherits WHERE inhparent = CAST($1 AS regclass)), \
                         CAST($1 AS regclass))";

const KEYS: &str = "\
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS regclass), conname, \
                  pg_get_constraintdef(oid)) AS line \
    FROM pg_constraint WHERE conrelid = CAST($1 AS regclass) AND contype IN ('p', 'u') ORDER BY conname";

/// That of a divided table is told as one for it alone.
const INDEXES: &str = "\
    SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS line FROM pg_index \
    WHERE indrelid = CAST($1 AS regclass) \
    AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype IN ('p', 'u')) \
    ORDER BY indexrelid";

/// References from the table and to it; those of parts belong to the whole's.
const FROM_REFERENCES: &str = "\
    FROM pg_constraint \
    WHERE contype = 'f' AND conparentid = 0 \
    AND (conrelid = CAST($1 AS regclass) OR confrelid = CAST($1 AS regclass)) ORDER BY conname";

/// The table, and all that it refers to or that refers to it.
const AROUND: &str = "\
    SELECT CAST(CAST($1 AS regclass) AS text) AS line \
    UNION \
    SELECT CAST(CAST(unnest(ARRAY[conrelid, confrelid]) AS regclass) AS text) FROM pg_constraint \
    WHERE contype = 'f' AND conparentid = 0 \
    AND (conrelid = CAST($1 AS regclass) OR confrelid = CAST($1 AS regclass))";

const GRANTS: &str = "\
    SELECT format('GRANT %s ON %s TO %s%s', privilege_type, CAST($1 AS regclass), \
                  CASE grantee WHEN 0 THEN 'PUBLIC' ELSE CAST(CAST(grantee AS regrole) AS text) END, \
                  CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS line \
    FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = CAST($1 AS regclass) AND grantee <> relowner";

/// Holds it and what it is tied to, before anything is done: whoever has some of them is waited for now, not
/// after the long work.
pub(super) fn hold(pg: &mut PgConnection, table: &str) -> Result<(), DbError> {
    let around = lines(pg, AROUND, table)?.join(", ");
    Ok(pg.batch_execute(&format!("LOCK TABLE {around} IN ACCESS EXCLUSIVE MODE"))?)
}

/// All of it, as statements that make it anew for a table of the same name.
pub(super) struct Kept {
    pub columns: String,
    /// ` WITH (…)`, or nothing.
    pub settings: String,
    /// Takes the references away.
    pub unrefer: Vec<String>,
    pub keys_and_indexes: Vec<String>,
    pub references: Vec<String>,
    pub grants: Vec<String>,
}

impl Kept {
    pub fn of(pg: &mut PgConnection, table: &str) -> Result<Self, DbError> {
        if let Some(strange) = lines(pg, STRANGE, table)?.first() {
            let text =
                format!("{strange} of {table} would be lost: take it away, and make it again afterwards");
            return Err(DbError::Restriction(text));
        }
        let settings = lines(pg, SETTINGS, table)?;
        let mut keys_and_indexes = lines(pg, KEYS, table)?;
        keys_and_indexes.extend(lines(pg, INDEXES, table)?);
        let references = |what: &str| format!("SELECT format({what}) AS line {FROM_REFERENCES}");
        let unrefer = references("'ALTER TABLE %s DROP CONSTRAINT %I', CAST(conrelid AS regclass), conname");
        let refer = references(
            "'ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS regclass), conname, pg_get_constraintdef(oid)",
        );
        Ok(Self {
            columns: lines(pg, COLUMNS, table)?.join(", "),
            settings: match settings.is_empty() {
                true => String::new(),
                false => format!(" WITH ({})", settings.join(", ")),
            },
            unrefer: lines(pg, &unrefer, table)?,
            keys_and_indexes,
            references: lines(pg, &refer, table)?,
            grants: lines(pg, GRANTS, table)?,
        })
    }
}
