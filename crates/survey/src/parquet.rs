//! The rows as a Parquet file: the same columns as the CSV, with types.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use sprague_store::StoreError;

use crate::row::SurveyRow;

/// The values of a column, a place for each row.
enum Column {
    Text(Vec<Option<String>>),
    Number(Vec<Option<u64>>),
    Real(Vec<f64>),
}

/// The columns with their names, in the order of the CSV.
fn columns(rows: &[SurveyRow]) -> Vec<(&'static str, Column)> {
    let text = |of: fn(&SurveyRow) -> Option<String>| Column::Text(rows.iter().map(of).collect());
    let number = |of: fn(&SurveyRow) -> Option<u64>| Column::Number(rows.iter().map(of).collect());
    vec![
        ("game", text(|row| Some(row.game.clone()))),
        ("canonical", text(|row| Some(row.canonical.clone()))),
        ("status", text(|row| Some(row.status.word().to_owned()))),
        ("period", number(|row| row.period)),
        ("preperiod", number(|row| row.preperiod)),
        ("saltus", number(|row| row.saltus)),
        ("theorem", text(|row| row.theorem.clone())),
        ("values", number(|row| Some(row.values))),
        ("rare", number(|row| row.rare)),
        ("last_rare", number(|row| row.last_rare)),
        ("mask", text(|row| row.mask.clone())),
        ("type", number(|row| row.kind.map(u64::from))),
        ("max", number(|row| Some(row.max))),
        ("argmax", number(|row| Some(row.argmax))),
        ("zeros", number(|row| Some(row.zeros))),
        ("signature", text(|row| Some(row.signature.clone()))),
        ("cpu_s", Column::Real(rows.iter().map(|row| row.cpu_s).collect())),
        ("form", text(|row| Some(row.form.clone()))),
        ("shift", number(|row| Some(row.shift))),
        ("to", number(|row| Some(row.to))),
        ("certificate", text(|row| row.certificate.clone())),
        ("host", text(|row| Some(row.host.clone()))),
        ("kernel", text(|row| Some(row.kernel.clone()))),
    ]
}

/// The file as bytes.
pub fn parquet_bytes(rows: &[SurveyRow]) -> Result<Vec<u8>, StoreError> {
    write(rows).map_err(|error| StoreError::Request(format!("the table cannot be written: {error}")))
}

fn write(rows: &[SurveyRow]) -> Result<Vec<u8>, ParquetError> {
    let columns = columns(rows);
    let fields: Vec<String> = columns
        .iter()
        .map(|(name, column)| match column {
            Column::Text(_) => format!("optional binary {name} (UTF8);"),
            Column::Number(_) => format!("optional int64 {name};"),
            Column::Real(_) => format!("optional double {name};"),
        })
        .collect();
    let schema = parse_message_type(&format!("message survey {{ {} }}", fields.join(" ")))?;
    let mut bytes = Vec::new();
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), properties)?;
    let mut group = file.next_row_group()?;
    let mut columns = columns.into_iter();
    while let Some(mut writer) = group.next_column()? {
        let Some((_, column)) = columns.next() else { break };
        match column {
            Column::Text(values) => {
                let (levels, known) = levels(values);
                let known: Vec<ByteArray> =
                    known.into_iter().map(|text| ByteArray::from(text.into_bytes())).collect();
                writer.typed::<ByteArrayType>().write_batch(&known, Some(&levels), None)?;
            }
            Column::Number(values) => {
                let (levels, known) = levels(values);
                let known: Vec<i64> = known.into_iter().map(u64::cast_signed).collect();
                writer.typed::<Int64Type>().write_batch(&known, Some(&levels), None)?;
            }
            Column::Real(values) => {
                writer.typed::<DoubleType>().write_batch(&values, Some(&vec![1; values.len()]), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

/// Which values are there, and these values.
fn levels<T>(values: Vec<Option<T>>) -> (Vec<i16>, Vec<T>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (levels, values.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;
    use crate::finding::GameStanding;

    #[test]
    fn what_is_written_is_read() {
        let row = SurveyRow {
            game: "0.77".to_owned(),
            canonical: "0.77".to_owned(),
            status: GameStanding::Proved,
            period: Some(12),
            preperiod: Some(71),
            saltus: Some(0),
            theorem: Some("P.11".to_owned()),
            values: 168,
            rare: None,
            last_rare: None,
            mask: None,
            kind: None,
            max: 9,
            argmax: 93,
            zeros: 1,
            signature: "ab".repeat(32),
            cpu_s: 0.25,
            form: "0.77".to_owned(),
            shift: 0,
            to: 2000,
            certificate: None,
            host: "n1".to_owned(),
            kernel: "avx2".to_owned(),
        };
        let rows =
            vec![row.clone(), SurveyRow { game: "0.07".to_owned(), period: None, rare: Some(3), ..row }];
        let bytes = parquet_bytes(&rows).expect("a file");
        let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a file");
        let read: Vec<_> = file.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(
            (read[0].get_string(0).expect("text").as_str(), read[0].get_long(3).expect("a number")),
            ("0.77", 12)
        );
        assert!(read[1].get_long(3).is_err() && read[1].get_long(8).expect("a number") == 3);
        assert!((read[1].get_double(16).expect("a number") - 0.25).abs() < 1e-12);
        assert!(parquet_bytes(&[]).is_ok());
    }
}
