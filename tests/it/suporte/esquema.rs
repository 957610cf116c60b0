//! A judge of JSON by the schemas of an OpenAPI 3.1 document. It knows the keywords that the documents use;
//! one that it does not know is a failure, so that nothing goes unjudged.

use std::collections::BTreeSet;

use serde_json::Value;

/// Keywords that say nothing about a value.
const CALADAS: [&str; 5] = ["description", "default", "readOnly", "example", "title"];

/// What is wrong with a value, each with its JSON path; `documento` is where references lead.
pub fn conferir(documento: &Value, esquema: &Value, valor: &Value) -> Vec<String> {
    let mut juiz = Juiz { documento, problemas: Vec::new() };
    juiz.julgar(esquema, valor, "$", true);
    juiz.problemas
}

/// The schema itself, where it is only a reference to one.
pub fn resolver<'a>(documento: &'a Value, esquema: &'a Value) -> &'a Value {
    match esquema["$ref"].as_str() {
        None => esquema,
        Some(destino) => {
            let ponteiro = destino.strip_prefix('#').unwrap_or_else(|| panic!("{destino}: another document"));
            let achado = documento.pointer(ponteiro).unwrap_or_else(|| panic!("{destino} leads nowhere"));
            resolver(documento, achado)
        }
    }
}

struct Juiz<'a> {
    documento: &'a Value,
    problemas: Vec<String>,
}

impl<'a> Juiz<'a> {
    fn problema(&mut self, caminho: &str, texto: impl std::fmt::Display) {
        self.problemas.push(format!("{caminho}: {texto}"));
    }

    /// `fechado`: a member that the schema does not name is a problem. Not so for a part of an `allOf`, which
    /// is judged as a whole.
    fn julgar(&mut self, esquema: &'a Value, valor: &Value, caminho: &str, fechado: bool) {
        let esquema = resolver(self.documento, esquema);
        for (palavra, dito) in esquema.as_object().expect("a schema is an object") {
            match palavra.as_str() {
                "type" => self.tipo(dito, valor, caminho),
                "format" => self.forma(dito.as_str().unwrap(), valor, caminho),
                "enum" if !dito.as_array().unwrap().contains(valor) => {
                    self.problema(caminho, format_args!("{valor} is none of {dito}"));
                }
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minimum" | "maximum" => {
                    self.limite(palavra, dito, valor, caminho);
                }
                "items" => {
                    for (i, item) in valor.as_array().into_iter().flatten().enumerate() {
                        self.julgar(dito, item, &format!("{caminho}[{i}]"), true);
                    }
                }
                "required" => {
                    for nome in dito.as_array().unwrap().iter().map(|n| n.as_str().unwrap()) {
                        if valor.as_object().is_some_and(|membros| !membros.contains_key(nome)) {
                            self.problema(caminho, format_args!("{nome} is missing"));
                        }
                    }
                }
                "properties" => {
                    for (nome, esquema) in dito.as_object().unwrap() {
                        if let Some(membro) = valor.get(nome) {
                            self.julgar(esquema, membro, &format!("{caminho}.{nome}"), true);
                        }
                    }
                }
                "allOf" => {
                    for parte in dito.as_array().unwrap() {
                        self.julgar(parte, valor, caminho, false);
                    }
                }
                "oneOf" | "anyOf" => self.uma(palavra, dito, valor, caminho),
                "enum" | "propertyNames" => {}
                calada if CALADAS.contains(&calada) => {}
                outra => panic!("{caminho}: this judge does not know the keyword {outra}"),
            }
        }
        if let (true, Some(membros), Some(nomes)) = (fechado, valor.as_object(), self.nomes(esquema)) {
            for nome in membros.keys().filter(|nome| !nomes.contains(nome.as_str())) {
                self.problema(caminho, format_args!("{nome} is not in the document"));
            }
        }
    }

    fn tipo(&mut self, dito: &Value, valor: &Value, caminho: &str) {
        let e_de = |tipo: &Value| match tipo.as_str().expect("a type is a word") {
            "null" => valor.is_null(),
            "boolean" => valor.is_boolean(),
            "integer" => valor.is_i64() || valor.is_u64(),
            "number" => valor.is_number(),
            "string" => valor.is_string(),
            "array" => valor.is_array(),
            "object" => valor.is_object(),
            outro => panic!("{caminho}: unknown type {outro}"),
        };
        if !dito.as_array().map_or_else(|| e_de(dito), |tipos| tipos.iter().any(e_de)) {
            self.problema(caminho, format_args!("{valor} is not of type {dito}"));
        }
    }

    fn forma(&mut self, forma: &str, valor: &Value, caminho: &str) {
        let boa = match forma {
            "int32" => valor.as_i64().is_none_or(|n| i32::try_from(n).is_ok()),
            "int64" | "double" => true,
            // narrower than the format: what these interfaces write
            "date-time" => valor.as_str().is_none_or(instante),
            "date" => valor.as_str().is_none_or(|texto| texto.len() == 10),
            outra => panic!("{caminho}: unknown format {outra}"),
        };
        if !boa {
            self.problema(caminho, format_args!("{valor} is not in the form {forma}"));
        }
    }

    fn limite(&mut self, palavra: &str, dito: &Value, valor: &Value, caminho: &str) {
        let medida = match (&palavra[3..], valor) {
            ("Length", Value::String(texto)) => texto.chars().count() as f64,
            ("Items", Value::Array(itens)) => itens.len() as f64,
            ("imum", Value::Number(numero)) => numero.as_f64().unwrap(),
            _ => return,
        };
        let limite = dito.as_f64().unwrap();
        if (palavra.starts_with("min") && medida < limite) || (palavra.starts_with("max") && medida > limite)
        {
            self.problema(caminho, format_args!("{medida} breaks {palavra} {limite}"));
        }
    }

    fn uma(&mut self, palavra: &str, dito: &'a Value, valor: &Value, caminho: &str) {
        let opcoes = dito.as_array().unwrap();
        let julgadas: Vec<_> = opcoes.iter().map(|opcao| conferir(self.documento, opcao, valor)).collect();
        let servem = julgadas.iter().filter(|problemas| problemas.is_empty()).count();
        if servem == 0 || (palavra == "oneOf" && servem > 1) {
            self.problema(caminho, format_args!("{servem} of {palavra} fit: {julgadas:?}"));
        }
    }

    /// The members that an object of a schema may have; `None` where it may have any, or is not one object.
    fn nomes(&self, esquema: &'a Value) -> Option<BTreeSet<&'a str>> {
        let esquema = resolver(self.documento, esquema);
        if let Some(partes) = esquema["allOf"].as_array() {
            let nomes: Option<Vec<_>> = partes.iter().map(|parte| self.nomes(parte)).collect();
            return nomes.map(|nomes| nomes.into_iter().flatten().collect());
        }
        Some(esquema["properties"].as_object()?.keys().map(String::as_str).collect())
    }
}

/// True for `yyyy-MM-ddTHH:mm:ssZ`.
pub fn instante(texto: &str) -> bool {
    let forma: String = texto.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    forma == "9999-99-99T99:99:99Z"
}
