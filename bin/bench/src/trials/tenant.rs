//! An application with stores, made from outside: its key by the program, the rest by interface A.

use anyhow::{Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};

use crate::http::Http;
use crate::process::output;
use crate::server::Launch;

/// The one channel of a store.
const CHANNEL: &str = "canal";

/// An application.
#[derive(Debug, Clone)]
pub struct Tenant {
    /// Its key of interface A.
    pub key: String,
}

impl Tenant {
    /// A new one, in a database that is migrated on the way when need be.
    pub fn create(launch: &Launch, name: &str) -> Result<Self> {
        let key = output(launch.command("token").args(["create", "app", "--name", name]))?;
        ensure!(key.starts_with("eap_"), "not a key: {key}");
        Ok(Self { key: key.trim().to_owned() })
    }

    /// Makes a store that may send its events to this address.
    pub fn store(&self, http: &Http, base: &str, user: &str, address: &str) -> Result<()> {
        let body = json!({
            "usuarioId": user, "nome": user, "email": "loja@loja.example", "ativo": true,
            "urlIntegracao": address,
        });
        self.post(http, &format!("{base}/Usuario"), &body)?;
        let body = json!({
            "canalId": CHANNEL, "nome": CHANNEL, "tipoCanal": "Loja", "ativo": true, "prazo": 1,
            "enviarMinimoDimensaoZerada": false, "enviarMinimoDimensaoMenor": false, "percentualEstoque": 100,
            "enviarSku": true, "configuracoesAdicionais": [],
        });
        self.post(http, &format!("{base}/Canal?usuarioId={user}"), &body)
    }

    /// Makes SKUs of a store with a stock of 0, up to 500 at a time.
    pub fn skus(&self, http: &Http, base: &str, user: &str, codes: &[String]) -> Result<()> {
        for codes in codes.chunks(500) {
            let body: Vec<Value> = codes.iter().map(|code| sku(code, "")).collect();
            self.post(http, &format!("{base}/sku/Lote?usuarioId={user}"), &Value::Array(body))?;
        }
        Ok(())
    }

    /// Makes a channel of a store and connects it, so that the hub does everything there.
    pub fn connect(
        &self,
        http: &Http,
        base: &str,
        (user, channel): (&str, &str),
        kind: &str,
        settings: Value,
    ) -> Result<()> {
        let body = json!({
            "canalId": channel, "nome": channel, "tipoCanal": kind, "configuracoesAdicionais": settings,
        });
        self.post(http, &format!("{base}/Canal?usuarioId={user}"), &body)?;
        let url = format!("{base}/Canal/{channel}/Conexao?usuarioId={user}");
        let body = json!({ "modo": "total" }).to_string();
        http.send(&Method::PUT, &url, &self.key, Some(body))?.expect(&[200, 201]).map(drop)
    }

    /// Anything that must be taken.
    pub fn post(&self, http: &Http, url: &str, body: &Value) -> Result<()> {
        let answer = http.send(&Method::POST, url, &self.key, Some(body.to_string()))?;
        answer.expect(&[200, 201]).map(drop)
    }
}

/// A SKU with a stock of 0.
pub fn sku(code: &str, description: &str) -> Value {
    json!({
        "parentId": "", "sku": code, "nome": format!("Produto {code}"), "marca": "Marca",
        "urlOrigem": "https://loja.example/produto", "descricao": description,
        "categorias": ["Casa > Cozinha"],
        "largura": 10, "altura": 20, "comprimento": 30, "peso": 400, "ativo": true, "prazoDespacho": 2,
        "precoDe": 129.9, "precoPor": 99.9, "gtin": "7891000315507", "estoque": 0,
        "imagens": ["https://imagens.example/1.jpg"], "atributos": [{"nome": "Cor", "valor": "Azul"}],
    })
}

/// A paid order of one item.
pub fn order(source: &str) -> Value {
    json!({
        "canalId": CHANNEL, "sourceId": source, "sourceSiteId": "", "desconto": 5,
        "data": "2026-05-10T12:00:00Z", "juros": 0, "quantidadeParcelas": 1, "total": 207.3, "status": "Pago",
        "usuario": {
            "nome": "Maria da Conceição", "cpf": "52998224725", "email": "maria@correio.example",
            "sexo": "Feminino", "nascimento": "1990-02-28T00:00:00Z",
        },
        "frete": [{
            "valorNominal": 15, "valorCobrado": 12.5, "prazoEntrega": 5, "prazoPreparacao": 1,
            "dataPrevistaEntrega": "2026-05-16T00:00:00Z", "freteSourceId": "normal",
        }],
        "endereco": [{
            "tipoEndereco": "Entrega", "rua": "Rua das Acácias", "numero": "100", "complemento": "",
            "bairro": "Centro", "referencia": "", "cidade": "São Paulo", "estado": "SP", "pais": "Brasil",
            "cep": "01001000",
        }],
        "informacaoAdicional": [{"chave": "formaPagamentoId", "valor": "20"}],
        "produtos": [{"sku": "S", "quantidade": 2, "preco": 99.9, "desconto": 0, "frete": 12.5}],
    })
}
